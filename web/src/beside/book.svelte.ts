/** One score sheet in use: who plays, what is written, and the way back. It lives on this device alone. */
import type { Lowered, Sheet, SheetField } from '../http'
import { keepText, recallText } from './kept'
import type { Someone } from './party.svelte'
import { counted, emptyLine, fieldsOf, goneCards, isOpening, listOf, outSince, owing, proposed, refusal, score, sheetBy, type Cell, type Line, type Score, type Setup, type Start } from './score'

const BACK = 100

/** What is kept. `at` is the line that is being written; it lies in `draft` until then. */
export interface Kept {
  people: readonly Someone[]
  settings: Readonly<Record<string, number>>
  lines: readonly Line[]
  draft: Line
  at: number
  decided: number | null
  note: string
  begun: string
  /** What was played before, and in which refereed match. */
  start?: Start | null
  from?: string
}

const place = (game: string) => `beside sheet ${game}`

/** The sheet of a refereed match that goes on with it, on this device: begun with its score, once. */
export function takeOver(game: string, sheet: Sheet, people: readonly Someone[], from: string, lowered: Lowered): void {
  if (remembered(place(game))?.from === from) return
  const { totals, lines, settings, left } = lowered
  keepText(place(game), JSON.stringify({ ...fresh(sheet, people, settings), start: { totals, lines, left }, from }))
}

export function fresh(sheet: Sheet, people: readonly Someone[], settings?: Readonly<Record<string, number>>): Kept {
  return {
    people,
    settings: { ...proposed(sheet, people.length), ...settings },
    lines: [],
    draft: emptyLine(people.length),
    at: 0,
    decided: null,
    note: '',
    begun: new Date().toISOString().slice(0, 10),
  }
}

function remembered(place: string): Kept | null {
  try {
    const found = JSON.parse(recallText(place) || 'null') as Kept | null
    return found && Array.isArray(found.lines) && Array.isArray(found.people) && found.people.length > 0 ? found : null
  } catch {
    return null
  }
}

export class Book {
  #kept: Kept = $state.raw() as Kept
  #back: Kept[] = $state.raw([])
  /** The sheet could not be kept beyond this page. */
  isLoose = $state(false)

  constructor(
    readonly game: string,
    readonly printed: Sheet,
    people: readonly Someone[],
  ) {
    this.#kept = remembered(this.#place) ?? fresh(printed, people)
  }

  get #place(): string {
    return place(this.game)
  }

  get kept(): Kept {
    return this.#kept
  }

  get names(): string[] {
    return this.#kept.people.map((one) => one.name)
  }

  /** Since when this player has nothing left, in words: "since 4"; empty while they have something. */
  outWords(seat: number): string {
    const since = outSince(this.sheet, this.score.rows, seat)
    const earlier = this.#kept.start
    if (since < 0) return ''
    return since === 0 && earlier?.totals[seat] === 0 ? 'since before' : `since ${since + 1 + (earlier?.lines ?? 0)}`
  }

  /** The cards that this player may not write in the line that is open, with the reason. */
  gone(seat: number): ReadonlyMap<number, string> {
    const found = goneCards(this.sheet, this.lines, this.#kept.at, seat)
    return new Map(Array.from(found, ([card, line]) => [card, `out in ${this.lineInside(line)}`]))
  }

  isOpening(at: number): boolean {
    return isOpening(this.sheet, this.setup, at)
  }

  /** What a line is called: the first may have a name of its own. */
  lineName(at: number): string {
    const number = at + (this.#kept.start?.lines ?? 0)
    return this.isOpening(at) ? (this.sheet.opening ?? '') : `${this.sheet.line} ${number + (this.sheet.opening ? 0 : 1)}`
  }

  /** The same inside a sentence: "round 3"; the opening keeps its name. */
  lineInside(at: number): string {
    const name = this.lineName(at)
    return name === this.sheet.opening ? name : name.toLowerCase()
  }

  get setup(): Setup {
    return { seats: this.#kept.people.length, settings: this.#kept.settings, start: this.#kept.start }
  }

  /** The sheet by what was agreed. */
  sheet: Sheet = $derived.by(() => sheetBy(this.printed, this.#kept.settings))
  /** All lines, with the one that is being written in its place. */
  lines: readonly Line[] = $derived.by(() => this.#kept.lines.toSpliced(this.#kept.at, 1, this.#kept.draft))
  /** What is written, added up. */
  score: Score = $derived.by(() => score(this.sheet, this.setup, this.#kept.lines, this.#kept.decided))
  /** The same, with the line that is being written. */
  outlook: Score = $derived.by(() => score(this.sheet, this.setup, this.lines, this.#kept.decided))
  /** Why the line cannot be written as it stands. */
  refused: string = $derived.by(() => refusal(this.sheet, this.setup, this.lines, this.#kept.at, this.names))
  isNew: boolean = $derived.by(() => this.#kept.at === this.#kept.lines.length)

  #change(kept: Kept): void {
    this.#back = [...this.#back, this.#kept].slice(-BACK)
    this.#kept = kept
    this.isLoose = !keepText(this.#place, JSON.stringify(kept))
  }

  get canUndo(): boolean {
    return this.#back.length > 0 || this.#kept.lines.length > 0
  }

  /** Takes the last entry back; after a reload the last line, which is then open again. */
  undo(): void {
    const before = this.#back.at(-1)
    if (before) {
      this.#back = this.#back.slice(0, -1)
      this.#kept = before
    } else {
      const last = this.#kept.lines.at(-1)
      if (!last) return
      const lines = this.#kept.lines.slice(0, -1)
      this.#kept = { ...this.#kept, lines, draft: last, at: lines.length, decided: null }
    }
    this.isLoose = !keepText(this.#place, JSON.stringify(this.#kept))
  }

  put(seat: number, key: string, value: Cell[string] | null): void {
    const cells = this.#kept.draft.cells.map((cell, i) => {
      if (i !== seat) return cell
      // Cards that are tapped and a sum that is typed stand for each other.
      const { [key]: _, [`${key}:sum`]: __, [key.replace(/:sum$/, '')]: ___, ...rest } = cell
      return value === null || value === 0 || (typeof value === 'object' && value.length === 0) ? rest : { ...rest, [key]: value }
    })
    this.#change({ ...this.#kept, draft: { ...this.#kept.draft, cells } })
  }

  /** Writes a reason for all who owe for it, as one entry. */
  owe(field: SheetField, reason: number, seat: number, playing: readonly number[]): void {
    const who = owing(field, reason, seat, playing)
    const cells = this.#kept.draft.cells.map((cell, i) => (who.includes(i) ? { ...cell, [field.key]: [...listOf(cell, field.key), reason] } : cell))
    this.#change({ ...this.#kept, draft: { ...this.#kept.draft, cells } })
  }

  /** What is counted beside the score by what was agreed, with how much of it each player has. */
  counts: readonly (readonly [string, readonly number[]])[] = $derived.by(() => {
    const owed = fieldsOf(this.sheet, this.#kept.settings).filter((field) => field.kind === 'owed')
    return owed.map((field) => [field.label, counted(field, this.lines, this.#kept.people.length)] as const)
  })

  choose(key: string, value: number): void {
    this.#change({ ...this.#kept, draft: { ...this.#kept.draft, choices: { ...this.#kept.draft.choices, [key]: value } } })
  }

  write(): void {
    if (this.refused) return
    const lines = this.lines
    this.#change({ ...this.#kept, lines, draft: emptyLine(this.#kept.people.length), at: lines.length })
  }

  /** Opens a line that is written, to correct it; what was begun meanwhile is let go. */
  open(at: number): void {
    const line = this.#kept.lines[at]
    if (line) this.#change({ ...this.#kept, draft: line, at })
  }

  /** Leaves a line that was opened as it was. */
  leave(): void {
    this.#change({ ...this.#kept, draft: emptyLine(this.#kept.people.length), at: this.#kept.lines.length })
  }

  decide(seat: number): void {
    this.#change({ ...this.#kept, decided: seat })
  }

  writeNote(note: string): void {
    this.#change({ ...this.#kept, note })
  }

  set(key: string, value: number): void {
    this.#change({ ...this.#kept, settings: { ...this.#kept.settings, [key]: value } })
  }

  /** An empty sheet for these people, with what was agreed before where they are as many. */
  begin(people: readonly Someone[]): void {
    const settings = people.length === this.#kept.people.length ? this.#kept.settings : undefined
    this.#change(fresh(this.sheet, people, settings))
  }
}
