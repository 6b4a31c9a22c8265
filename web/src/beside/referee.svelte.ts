/** A refereed match on this screen: followed while the page is open, entries sent one after another, and kept on the
 * device while there is no line. */
import type { Correction, LateEntry, LogLine, Question, Refereed } from '../http'
import { read, RefusedError } from '../state/api'
import { requestWord } from './api'
import { shownAs } from './due'
import { aWhile, Followed } from './followed.svelte'
import { keepLine, KnownTexts, recallLine } from './keptline'

const at = (key: string, rest = '') => `beside/referee/${encodeURIComponent(key)}${rest}`

/** What is sent: an entry has a seat and a text, anything else has not. */
interface Wish {
  word?: string
  seat?: number
  text?: string
  many?: number
  anyway?: boolean
  answers?: Record<number, string>
}

/** An entry that waits for what the owner of a cup answers; `answers` are those given so far, by seat. */
export interface Asking {
  seat: number
  text: string
  answers: Record<number, string>
  asked: Question
}

/** Another screen entered something in the moment in which this one did. */
export interface Overtaken {
  by: string
  texts: readonly string[]
}

/** Others went on while this screen had no line: `mine` stands, or `theirs`. */
export interface Parting {
  mine: readonly LateEntry[]
  theirs: readonly string[]
}

export class RefereedMatch extends Followed {
  table: Refereed | null = $state.raw(null)
  /** The seat whose choices are asked for, where several may choose. */
  acting = $state(-1)
  asking: Asking | null = $state.raw(null)
  /** Entries that the server has not judged yet. */
  kept: readonly LateEntry[] = $state.raw([])
  /** Why the first of those does not count. */
  stuck = $state('')
  parting: Parting | null = $state.raw(null)
  /** What another screen entered while this one did: theirs counts. */
  overtaken: Overtaken | null = $state.raw(null)
  /** What is kept here is lost with this page: the device has no room. */
  isLoose = $state(false)
  readonly known = new KnownTexts()
  /** Where the kept entries follow on. */
  #base = { n: 0, edition: 0 }
  /** Entries that were tapped while another was on its way. */
  #waiting: Promise<void> = Promise.resolve()

  constructor(readonly key: string) {
    super()
    const line = recallLine(key)
    if (line) {
      this.kept = line.entries
      this.#base = { n: line.n, edition: line.edition }
      this.table = line.table
      this.isAway = true
    }
    void this.follow(async () => {
      const [from, acting] = [this.isAway ? 0 : (this.table?.revision ?? 0), this.acting]
      let table = await read<Refereed>('GET', at(this.key, `?after=${from}&acting=${acting}`))
      // The answer to what this screen has sent says whose choices come next: nothing lies under the finger in between.
      await this.#waiting
      if (acting !== this.acting && !this.isAway) return
      if (table.acting !== acting) this.acting = -1 // they choose no longer
      else if (acting >= 0 && this.#isAskedNow(table)) {
        this.acting = -1
        table = await read<Refereed>('GET', at(this.key))
      }
      this.#take(table)
      if (this.isAway && this.kept.length > 0) await this.#sendKept()
    })
  }

  /** Whether whose phone this is was not asked before, and is in `table`: it enters for nobody else any more. */
  #isAskedNow({ you, acting, awaited }: Refereed): boolean {
    return acting !== you && awaited.includes(you) && !this.table?.awaited.includes(you)
  }

  #take(table: Refereed): void {
    if (!this.table || table.revision > this.table.revision) this.table = table
    this.known.learn(table)
  }

  /** Shows the choices of `seat`. */
  async turnTo(seat: number): Promise<void> {
    this.acting = seat
    await this.ask(async () => {
      this.table = await read<Refereed>('GET', at(this.key, `?acting=${seat}`))
    })
  }

  enter(seat: number, text: string): Promise<void> {
    return this.#enter('enter', { word: requestWord(), seat, text })
  }

  /** The dice that are due lie under their owner's cup, or the cards go into their owner's hand: nobody tells the app. */
  cover(): Promise<void> {
    return this.#enter('cover', { word: requestWord(), cover: true })
  }

  /** The owner of the cup answers; `anyway`: the dice count, although they do not fit what was said. */
  answer(answer: string, anyway = false): Promise<void> {
    const { seat = -1, text = '', answers = {}, asked } = this.asking ?? {}
    const told = { ...answers, [asked?.seat ?? -1]: answer }
    const [first, ...rest] = this.kept
    if (!first) return this.#enter('enter', { word: requestWord(), seat, text, anyway, answers: told })
    this.#keep([{ ...first, answers: told, anyway }, ...rest])
    return this.sendKept()
  }

  /** Nobody answers: an entry that waited for it is not made. */
  leaveAsking(): void {
    this.asking = null
    if (this.kept.length > 0) this.stuck = 'the owner of a cup is to answer first.'
  }

  /** Nobody chooses yet whose line stands: the entries stay here. */
  leaveParting(): void {
    if (this.parting) this.stuck = 'others went on meanwhile.'
    this.parting = null
  }

  roll(): Promise<void> {
    return this.#post('roll', {})
  }

  /** The die or card that Undo takes back, where it is short; else empty. */
  get lastTapped(): string {
    const text = this.kept.at(-1)?.text ?? this.table?.came_up ?? ''
    return /^\d\d?[cdhs]?$/.test(text) ? shownAs(text, text) : ''
  }

  /** Takes back what is only kept here first. */
  undo(many = 1): Promise<void> {
    this.overtaken = null
    if (this.kept.length === 0) return this.#post('undo', { many })
    this.#keep(this.kept.slice(0, -1))
    return Promise.resolve()
  }

  async hold(seat: number): Promise<void> {
    await this.ask(async () => {
      this.table = await read<Refereed>('POST', at(this.key, '/hold'), { seat })
    })
  }

  /** The phone that holds `seat` is gone: its player goes on without one. */
  async goWithout(seat: number): Promise<void> {
    await this.ask(async () => {
      this.table = await read<Refereed>('POST', at(this.key, '/without'), { seat })
    })
  }

  /** Opens the shared buzzer on all screens. */
  async openBuzzer(): Promise<void> {
    await this.ask(async () => this.#take(await read<Refereed>('POST', at(this.key, '/buzzer'), {})))
  }

  /** The table goes on with less on all screens: with its score sheet, or with dice alone. */
  lower(to: 'sheet' | 'dice'): Promise<void> {
    return this.ask(async () => this.#take(await read<Refereed>('POST', at(this.key, '/lower'), { to, after: this.table?.revision ?? 0 })))
  }

  lines(since = 0): Promise<LogLine[]> {
    return read<LogLine[]>('GET', at(this.key, `/lines?since=${since}`))
  }

  correct(number: number, text: string, sure: boolean): Promise<Correction> {
    return read<Correction>('POST', at(this.key, '/correct'), { number, text, after: this.table?.revision ?? 0, sure })
  }

  // Entries without a line

  /** Sends what is kept again; `stands` says whose line does, where others went on too. */
  async sendKept(stands = ''): Promise<void> {
    this.parting = null
    await this.ask(() => this.#sendKept(stands))
    if (this.refused) this.isAway = true
  }

  /** The first kept entry, which cannot be, is given up. */
  dropFirst(): Promise<void> {
    this.#keep(this.kept.slice(1))
    return this.kept.length > 0 ? this.sendKept() : Promise.resolve()
  }

  async #sendKept(stands = ''): Promise<void> {
    this.stuck = ''
    const entries = this.kept
    let table: Refereed
    try {
      table = await read<Refereed>('POST', at(this.key, '/late'), { ...this.#base, entries, stands })
    } catch (failure) {
      if (!(failure instanceof RefusedError) || failure.status === 0) throw failure
      this.stuck = failure.why
      return
    }
    const late = table.late
    if (!late) return
    this.#take(table)
    if (late.differs) {
      this.parting = { mine: this.kept, theirs: late.theirs }
      return
    }
    const rest = this.kept.slice(late.made) // more may have been entered meanwhile
    this.#base = { n: table.n, edition: table.edition }
    this.#keep(rest)
    const [first] = rest
    this.stuck = late.why
    const { seat = -1, text = '', answers = {} } = first ?? {}
    this.asking = table.asked ? { seat, text, answers, asked: table.asked } : null
  }

  #keep(entries: readonly LateEntry[]): void {
    if (this.kept.length === 0 && this.table) this.#base = { n: this.table.n, edition: this.table.edition }
    this.kept = entries
    if (entries.length === 0) this.stuck = ''
    this.isLoose = !keepLine(this.key, entries.length > 0 && this.table ? { ...this.#base, entries, table: this.table } : null)
  }

  /** An entry is sent; without a line it is kept, as are those that follow. */
  #enter(what: string, entry: LateEntry): Promise<void> {
    this.#waiting = this.#waiting.then(() => this.#sendOrKeep(what, entry))
    return this.#waiting
  }

  async #sendOrKeep(what: string, entry: LateEntry): Promise<void> {
    if (this.isAway || this.kept.length > 0) {
      this.#keep([...this.kept, entry])
      return
    }
    const { cover, ...plain } = entry
    const n = this.table?.n ?? 0
    this.overtaken = null
    let isLost = false
    await this.ask(async () => {
      try {
        this.#answered(await this.#sent(what, entry, cover ? { word: entry.word } : plain), plain)
      } catch (failure) {
        if (!(failure instanceof RefusedError)) throw failure
        if (failure.status > 0 && !(await this.#isOvertaken(failure, n))) throw failure
        isLost = failure.status === 0
      }
    })
    if (!isLost) return
    this.#keep([entry])
    this.isAway = true
  }

  /** The table with the entry in it. What others entered in the same moment counts before it, where it left the choice as it was. */
  async #sent(what: string, entry: LateEntry, wish: Wish): Promise<Refereed> {
    const before = this.table
    try {
      return await read<Refereed>('POST', at(this.key, `/${what}`), { ...wish, after: before?.revision ?? 0 })
    } catch (failure) {
      if (failure instanceof RefusedError && failure.status === 409 && (await this.#isAskedAlike(before, entry))) return this.#sent(what, entry, wish)
      throw failure
    }
  }

  /** Whether what others entered since `before` has left the choice as it was, as where several pass or roll at once. */
  async #isAskedAlike(before: Refereed | null, { seat = -1, text = '' }: LateEntry): Promise<boolean> {
    if (seat < 0 || !before) return false
    const now = await read<Refereed>('GET', at(this.key, `?acting=${seat}`))
    const asked = ({ acting, edition, scene }: Refereed) => {
      const choice = acting === seat ? scene.choices?.find((one) => one.text === text) : undefined
      return choice ? JSON.stringify([edition, scene.now, choice]) : ''
    }
    if (now.n <= before.n || !asked(now) || asked(now) !== asked(before)) return false
    this.#take(now)
    return true
  }

  /** Whether others have made entries since there were `n`, so that this screen's was refused. */
  async #isOvertaken({ status }: RefusedError, n: number): Promise<boolean> {
    if (status !== 409) return false
    this.#take(await read<Refereed>('GET', at(this.key, `?acting=${this.acting}`)))
    const theirs = (this.table?.n ?? 0) > n ? await this.lines(n) : []
    const by = theirs.at(-1)?.by
    if (!by) return false
    this.overtaken = { by, texts: theirs.filter((line) => line.by === by).map((line) => shownAs(line.text, line.name)) }
    return true
  }

  #answered(table: Refereed, wish: Wish): void {
    const { seat = -1, text = '', answers = {} } = wish
    this.asking = table.asked ? { seat, text, answers, asked: table.asked } : null
    if (!table.asked) this.acting = table.acting
    this.#take(table)
  }

  /** One after another: each is made on the table that the one before has left. */
  #post(what: string, wish: Wish): Promise<void> {
    this.#waiting = this.#waiting.then(() => this.ask(() => this.#send(what, wish)))
    return this.#waiting
  }

  /** Sends what cannot be kept until it is answered: while there is no line it waits. It names the revision that it
   * was made on, so that one whose answer was lost is not made twice. */
  async #send(what: string, wish: Wish): Promise<void> {
    const entry = { ...wish, after: this.table?.revision ?? 0 }
    while (this.isOpen) {
      try {
        this.#answered(await read<Refereed>('POST', at(this.key, `/${what}`), entry), wish)
        return
      } catch (failure) {
        if (!(failure instanceof RefusedError) || failure.status > 0) throw failure
        this.isAway = true
        await aWhile()
      }
    }
  }
}
