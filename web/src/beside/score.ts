/**
 * A score sheet from its game's data: what lines add up to, what cannot be, and who has won. Nothing here knows a
 * game, and nothing is imported at run time, so that the tests can run it beside the rules.
 */
import type { OpeningGain, Sheet, SheetField, SheetSetting } from '../http'

/** What is written for one player: a number, a flag (1), or a list; what was typed for cards is under KEY:sum. */
export type Cell = Readonly<Record<string, number | readonly number[]>>

export interface Line {
  /** By key of the sheet's choices: the place of an option, or a seat. */
  choices: Readonly<Record<string, number>>
  cells: readonly Cell[]
}

/** What was played before the sheet: the points of each, how many lines, and how many of the last round are left
 * where it was on, else -1. */
export interface Start {
  totals: readonly number[]
  lines: number
  left?: number | undefined
}

export interface Setup {
  seats: number
  settings: Readonly<Record<string, number>>
  start?: Start | null | undefined
}

export interface Row {
  /** What the line brought each player. */
  gained: readonly number[]
  /** The totals after it, by player. */
  after: readonly number[]
  /** Who won the line, where it is won as a whole. */
  won: readonly number[]
  /** Who plays it: all, or the two of a round robin. */
  playing: readonly number[]
}

export interface Score {
  rows: readonly Row[]
  totals: readonly number[]
  over: boolean
  /** Who has won, or leads; several where they tie. */
  first: readonly number[]
  /** What settles the tie at the end; empty where nothing is to be settled. */
  tie: string
  /** Who plays the next line. */
  next: readonly number[]
  /** What each is paid at the end. */
  paid: readonly number[]
}

const everybody = (setup: Setup) => Array.from({ length: setup.seats }, (_, seat) => seat)

/** What is agreed unless told otherwise. */
export function proposed(sheet: Sheet, seats: number): Record<string, number> {
  return Object.fromEntries((sheet.settings ?? []).map((one) => [one.key, seats === 2 && (one.for_two ?? -1) >= 0 ? (one.for_two ?? 0) : one.value]))
}

/** Whether a setting is asked for with so many players. */
export function isAsked(setting: SheetSetting, seats: number): boolean {
  return !setting.seats?.length || setting.seats.includes(seats)
}

export function emptyLine(seats: number): Line {
  return { choices: {}, cells: Array.from({ length: seats }, () => ({})) }
}

/** What is written in a field that holds several. */
export function listOf(cell: Cell | undefined, key: string): readonly number[] {
  const found = cell?.[key]
  return typeof found === 'object' ? found : []
}

function numberOf(cell: Cell | undefined, key: string): number {
  const found = cell?.[key]
  return typeof found === 'number' ? found : 0
}

/** The fields that are asked for by what was agreed. */
export function fieldsOf(sheet: Sheet, settings: Setup['settings']): readonly SheetField[] {
  return sheet.fields.filter((field) => !field.asked_by || settings[field.asked_by])
}

/** The sheet with the cards of a match that goes on with it, where these were not as the box has them: what each is
 * worth, how many there are, and the least that they come to. */
export function sheetBy(sheet: Sheet, settings: Setup['settings']): Sheet {
  const by = (key: string, name: string, plain: readonly number[] | undefined) => plain?.map((one, at) => settings[`${key}:${name}:${at}`] ?? one)
  const fields = sheet.fields.map((field) => {
    const [worths, copies, least] = [by(field.key, 'worth', field.worths), by(field.key, 'copies', field.copies), settings[`${field.key}:least`] ?? field.least]
    return { ...field, ...(worths && { worths }), ...(copies && { copies }), ...(least !== undefined && { least }) }
  })
  return { ...sheet, fields }
}

/** What every number of a field is a multiple of. */
export function stepOf(field: SheetField, settings: Setup['settings']): number {
  return settings[`${field.key}:step`] ?? field.step ?? 1
}

/** Whether the line at `at` is the one before all turns. */
export function isOpening(sheet: Sheet, setup: Setup, at: number): boolean {
  return Boolean(sheet.opening) && at + (setup.start?.lines ?? 0) === 0
}

/** How many entries each player has in a field, in all lines. */
export function counted(field: SheetField, lines: readonly Line[], seats: number): number[] {
  return Array.from({ length: seats }, (_, seat) => lines.reduce((sum, line) => sum + listOf(line.cells[seat], field.key).length, 0))
}

/** Who owes for a reason that one of those who play has given. */
export function owing(field: SheetField, reason: number, seat: number, playing: readonly number[]): readonly number[] {
  const by = field.owed_by?.[reason] ?? 'player'
  return by === 'player' ? [seat] : playing.filter((one) => by === 'all' || one !== seat)
}

/** What a field of one player brings, in the order in which it counts. */
export function partsOf(field: SheetField, cell: Cell | undefined): readonly number[] {
  if (field.kind === 'parts') return listOf(cell, field.key)
  if (field.kind === 'owed') return []
  if (field.kind === 'cards') {
    const typed = cell?.[`${field.key}:sum`]
    return typeof typed === 'number' ? [typed] : [listOf(cell, field.key).reduce((sum, card) => sum + (field.worths?.[card] ?? 0), 0)]
  }
  return [numberOf(cell, field.key) * (field.kind === 'flag' ? (field.worth ?? 1) : 1)]
}

export function gainOf(sheet: Sheet, cell: Cell | undefined): number {
  return sheet.fields.reduce((sum, field) => sum + partsOf(field, cell).reduce((all, part) => all + part, 0), 0)
}

/** Who keeps a score together: each player alone, or two who sit across. */
function sideOf(sheet: Sheet, setup: Setup, seat: number): number {
  const teams = sheet.score.teams_of
  return teams && setup.settings[teams] && setup.seats % 2 === 0 ? seat % (setup.seats / 2) : seat
}

function startOf(sheet: Sheet, setup: Setup, seat: number): number {
  const key = sheet.score.start_of
  return setup.start?.totals[seat] ?? (key ? (setup.settings[key] ?? 0) : 0)
}

/** CARDS of each of two: the higher sum wins, then fewer cards; nobody where that is equal too. */
function winnersOf(sheet: Sheet, line: Line): number[] {
  const [field] = sheet.fields
  const ranks = line.cells.map((cell) => gainOf(sheet, cell) - listOf(cell, field?.key ?? '').length / 1000)
  const best = Math.max(...ranks)
  const won = ranks.flatMap((rank, seat) => (rank === best ? [seat] : []))
  return won.length === 1 ? won : []
}

function add(sheet: Sheet, setup: Setup, before: readonly number[], line: Line, playing: readonly number[]): Row {
  if (sheet.score.kind === 'victories') {
    const won = winnersOf(sheet, line)
    return { gained: line.cells.map((cell) => gainOf(sheet, cell)), after: before.map((total, seat) => total + (won.includes(seat) ? 1 : 0)), won, playing }
  }
  const after = [...before]
  const floor = sheet.score.floor ?? Number.NEGATIVE_INFINITY
  for (const field of sheet.fields) {
    for (const seat of playing) {
      const side = sideOf(sheet, setup, seat)
      for (const part of partsOf(field, line.cells[seat])) after[side] = Math.max(floor, (after[side] ?? 0) + part)
    }
  }
  const totals = after.map((_, seat) => after[sideOf(sheet, setup, seat)] ?? 0)
  return { gained: line.cells.map((cell, seat) => (playing.includes(seat) ? gainOf(sheet, cell) : 0)), after: totals, won: [], playing }
}

/** Every pair once, in rounds in which nobody plays twice (the circle method). */
export function pairings(players: readonly number[]): number[][] {
  let circle = players.length % 2 ? [...players, -1] : [...players]
  const pairs: number[][] = []
  for (let round = 1; round < circle.length; round++) {
    for (let k = 0; k < circle.length / 2; k++) {
      const [a, b] = [circle[k] ?? -1, circle[circle.length - 1 - k] ?? -1]
      if (a >= 0 && b >= 0) pairs.push([Math.min(a, b), Math.max(a, b)])
    }
    circle = [circle[0] ?? 0, circle.at(-1) ?? 0, ...circle.slice(1, -1)]
  }
  return pairs
}

/** How it ends, by what was agreed. */
export function endKind(sheet: Sheet, setup: Setup): string {
  const { by, kinds } = sheet.end
  return kinds[by ? (setup.settings[by] ?? 0) : 0] ?? kinds[0] ?? ''
}

function targetOf(sheet: Sheet, setup: Setup): number {
  const { target_of: key, target } = sheet.end
  return key ? (setup.settings[key] ?? 0) : (target ?? 0)
}

function best(totals: readonly number[], among: readonly number[]): number[] {
  const top = Math.max(...among.map((seat) => totals[seat] ?? 0))
  return among.filter((seat) => totals[seat] === top)
}

function sums(rows: readonly Row[], seats: number): number[] {
  return Array.from({ length: seats }, (_, seat) => rows.reduce((sum, row) => sum + (row.playing.includes(seat) ? (row.gained[seat] ?? 0) : 0), 0))
}

/** (who leads, who plays next; nobody plays where it is over), for pairs who play one another. */
function robin(setup: Setup, rows: readonly Row[], times: number, goesOn: boolean): [number[], number[]] {
  let among = everybody(setup)
  let left = [...rows]
  for (;;) {
    const schedule = Array.from({ length: times }, () => pairings(among)).flat()
    const due = schedule[left.length]
    const own = left.slice(0, schedule.length)
    if (due) return [best(sums(own, setup.seats), among), due]
    const leaders = best(sums(own, setup.seats), among)
    if (leaders.length === 1 || !goesOn) return [leaders, []]
    left = left.slice(schedule.length)
    among = leaders
  }
}

/** How many turns of the last round are left after these lines: 0 where it is over, -1 where none is on. */
function lastRound(sheet: Sheet, setup: Setup, rows: readonly Row[]): number {
  const { seats } = setup
  const goal = targetOf(sheet, setup)
  let left = setup.start?.left ?? -1
  for (const [at, row] of rows.entries()) {
    if (isOpening(sheet, setup, at)) continue
    const reached = row.after.some((total) => total >= goal)
    if (left > 0) left -= 1
    if (!reached) left = -1
    else if (left < 0) left = seats - 1
    if (left === 0) return 0
  }
  return left
}

/** Turns of the last round that are left, -1 where none is on. */
export function turnsLeft(sheet: Sheet, setup: Setup, rows: readonly Row[]): number {
  return endKind(sheet, setup) === 'purse' ? lastRound(sheet, setup, rows) : -1
}

function tieGoesOn(sheet: Sheet, setup: Setup): boolean {
  const key = sheet.end.tie_of
  return key !== undefined && key !== '' && (setup.settings[key] ?? 0) === 0
}

/** Whether the lines so far end it, and who leads then. */
function standing(sheet: Sheet, setup: Setup, rows: readonly Row[], totals: readonly number[]): { over: boolean; first: number[]; next: number[] } {
  const all = everybody(setup)
  const kind = endKind(sheet, setup)
  if (kind === 'robin') {
    const [first, next] = robin(setup, rows, targetOf(sheet, setup), tieGoesOn(sheet, setup))
    return { over: next.length === 0, first, next }
  }
  const first = best(totals, all)
  const written = (setup.start?.lines ?? 0) + rows.length - (sheet.opening ? 1 : 0)
  const count = sheet.end.count_of ? (setup.settings[sheet.end.count_of] ?? 0) : targetOf(sheet, setup)
  const sides = new Set(first.map((seat) => sideOf(sheet, setup, seat))).size
  let over = false
  if (kind === 'first') over = rows.length > 0 && totals.some((total) => total >= targetOf(sheet, setup))
  else if (kind === 'lines') over = written >= count
  else if (kind === 'last') over = rows.length > 0 && all.filter((seat) => (totals[seat] ?? 0) > 0).length <= 1
  else if (kind === 'purse') over = lastRound(sheet, setup, rows) === 0
  if (over && sides > 1 && tieGoesOn(sheet, setup)) over = false
  return { over, first, next: over ? [] : all }
}

/** The whole sheet, added up. `decided` is who won the tie at the end, once that is known. */
export function score(sheet: Sheet, setup: Setup, lines: readonly Line[], decided: number | null = null): Score {
  const rows: Row[] = []
  let totals = everybody(setup).map((seat) => startOf(sheet, setup, seat))
  for (const line of lines) {
    const { next } = standing(sheet, setup, rows, totals)
    const row = add(sheet, setup, totals, line, next.length > 0 ? next : everybody(setup))
    rows.push(row)
    totals = [...row.after]
  }
  const { over, first, next } = standing(sheet, setup, rows, totals)
  const sides = new Set(first.map((seat) => sideOf(sheet, setup, seat)))
  const isTied = over && sides.size > 1
  const winners = isTied && decided !== null && first.includes(decided) ? first.filter((seat) => sideOf(sheet, setup, seat) === sideOf(sheet, setup, decided)) : first
  if (isTied && winners.length < first.length) for (const seat of winners) totals[seat] = (totals[seat] ?? 0) + (sheet.end.tie_points ?? 0)
  const tie = isTied && winners.length === first.length ? (sheet.end.tie ?? '') : ''
  return { rows, totals, over, first: winners, tie, next, paid: payments(sheet, setup, totals, over && winners.length === 1 ? (winners[0] ?? -1) : -1) }
}

function payments(sheet: Sheet, setup: Setup, totals: readonly number[], winner: number): number[] {
  const stake = sheet.end.stake_of ? (setup.settings[sheet.end.stake_of] ?? 0) : 0
  const paid = everybody(setup).map(() => 0)
  if (winner < 0) return paid
  for (const loser of everybody(setup)) {
    const owed = stake * Math.max(0, (totals[winner] ?? 0) - (totals[loser] ?? 0))
    paid[loser] = (paid[loser] ?? 0) - owed
    paid[winner] = (paid[winner] ?? 0) + owed
  }
  return paid
}

const by = (clause: string | undefined) => (clause ? ` (${clause})` : '')
const NTH = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']
const spelled = (n: number) => NTH[n] ?? `${n}th`

/** Why the line at `at` cannot be, with the rule; empty where it can. */
export function refusal(sheet: Sheet, setup: Setup, lines: readonly Line[], at: number, names: readonly string[]): string {
  const line = lines[at]
  if (!line) return ''
  if (sheet.opening_gain && isOpening(sheet, setup, at)) return wrongOpening(sheet, sheet.opening_gain, line)
  const before = score(sheet, setup, lines.slice(0, at))
  for (const field of sheet.fields) {
    const found = wrongField(sheet, setup, field, line, before.totals, names)
    if (found) return found
  }
  return wrongCard(sheet, setup, lines, at, names) || wrongChoice(sheet, line) || belowLeast(sheet, setup, lines, at, names)
}

/** The cards that this player may not write in the line at `at`: the line in which each was written before. */
export function goneCards(sheet: Sheet, lines: readonly Line[], at: number, seat: number): ReadonlyMap<number, number> {
  const gone = new Map<number, number>()
  for (const [n, line] of lines.slice(0, at).entries()) {
    const cell = line.cells[seat] ?? {}
    for (const field of sheet.fields) if (field.once_until) for (const card of listOf(cell, field.key)) gone.set(card, n)
    for (const field of sheet.fields) if (field.once_until && numberOf(cell, field.once_until)) gone.clear()
  }
  return gone
}

/** The line since which this player has nothing left, where that has a name; -1: none. */
export function outSince(sheet: Sheet, rows: readonly Row[], seat: number): number {
  const last = rows.at(-1)?.after[seat]
  return sheet.score.out && last === 0 ? rows.findLastIndex((row) => (row.after[seat] ?? 0) > 0) + 1 : -1
}

/** A card that is not there any more, or is written twice. */
function wrongCard(sheet: Sheet, setup: Setup, lines: readonly Line[], at: number, names: readonly string[]): string {
  for (const [seat, cell] of (lines[at]?.cells ?? []).entries()) {
    const gone = goneCards(sheet, lines, at, seat)
    const now = new Set<number>()
    for (const field of sheet.fields) {
      if (!field.once_until) continue
      for (const card of listOf(cell, field.key)) {
        const before = gone.get(card)
        const told = `${names[seat] ?? ''}: ${field.names?.[card] ?? ''}`
        if (before !== undefined) return `${told} is out since ${sheet.line.toLowerCase()} ${before + 1 + (setup.start?.lines ?? 0)}${by(field.clause)}.`
        if (now.has(card)) return `${told} is written twice${by(field.clause)}.`
        now.add(card)
      }
    }
  }
  return ''
}

function belowLeast(sheet: Sheet, setup: Setup, lines: readonly Line[], at: number, names: readonly string[]): string {
  const { least, clause } = sheet.score
  if (least === undefined || least === null) return ''
  const { totals } = score(sheet, setup, lines.slice(0, at + 1))
  const low = totals.findIndex((total) => total < least)
  return low < 0 ? '' : `${names[low] ?? ''} has not so many: ${totals[low] ?? 0} would be left${by(clause)}.`
}

function wrongChoice(sheet: Sheet, line: Line): string {
  for (const choice of sheet.choices ?? []) {
    const limit = choice.limits?.[line.choices[choice.key] ?? -1]
    if (!choice.limited || !limit) continue
    const field = sheet.fields.find((one) => one.key === choice.limited)
    const points = Math.max(0, ...line.cells.map((cell) => numberOf(cell, choice.limited ?? '')))
    const [least, most] = limit
    if (points >= least && points <= most) continue
    const option = choice.options?.[line.choices[choice.key] ?? 0] ?? ''
    const range = least === most ? `${least}` : `${least} to ${most}`
    return `${option}: ${field?.label.toLowerCase() ?? 'points'} are ${range}, not ${points}${by(choice.clauses?.[line.choices[choice.key] ?? 0])}.`
  }
  return ''
}

/** One player has won the opening, and it brings nobody else anything. */
function wrongOpening(sheet: Sheet, { points, fine, clause }: OpeningGain, line: Line): string {
  const gained = line.cells.map((cell) => gainOf(sheet, cell))
  const others = gained.filter((gain) => gain !== points)
  if (others.length === gained.length - 1 && others.every((gain) => gain === 0 || gain === fine)) return ''
  return `${sheet.opening ?? ''}: one player has ${points.toLocaleString('en')}, the others nothing${by(clause)}.`
}

function wrongField(sheet: Sheet, setup: Setup, field: SheetField, line: Line, totals: readonly number[], names: readonly string[]): string {
  const users = line.cells.flatMap((cell, seat) => (isUsed(field, cell) ? [seat] : []))
  if (field.only_one && users.length > 1) return `${field.label}: one player alone has it, not ${users.map((seat) => names[seat]).join(' and ')}${by(field.clause)}.`
  const counts = new Map<number, number>()
  for (const [seat, cell] of line.cells.entries()) {
    const name = names[seat] ?? ''
    if (field.kind === 'cards') {
      const cards = listOf(cell, field.key)
      if (cards.length > (field.most ?? 99) && !field.typed) return `${name}: ${field.label.toLowerCase()}, at most ${field.most ?? 99} in a ${sheet.line.toLowerCase()}${by(field.clause)}.`
      for (const card of cards) {
        const many = (counts.get(card) ?? 0) + 1
        counts.set(card, many)
        const copies = field.copies?.[card]
        if (copies !== undefined && many > copies) return `A ${spelled(many)} ${field.names?.[card] ?? ''}? There ${copies === 1 ? 'is' : 'are'} ${copies}${by(field.clause)}.`
      }
    }
    const wrong = wrongNumber(setup, field, cell, name) || (isUsed(field, cell) ? wrongNeed(sheet, field, cell, name, (totals[seat] ?? 0) + earlierParts(sheet, field, cell)) : '')
    if (wrong) return wrong
  }
  return ''
}

/** What the fields before `last` have brought in this line: they count first. */
function earlierParts(sheet: Sheet, last: SheetField, cell: Cell): number {
  return sheet.fields.slice(0, sheet.fields.indexOf(last)).reduce((sum, field) => sum + partsOf(field, cell).reduce((all, part) => all + part, 0), 0)
}

function isUsed(field: SheetField, cell: Cell): boolean {
  return field.kind === 'cards' || field.kind === 'parts' ? listOf(cell, field.key).length > 0 : numberOf(cell, field.key) !== 0
}

function wrongNumber(setup: Setup, field: SheetField, cell: Cell, name: string): string {
  const typed = cell[`${field.key}:sum`]
  const numbers = field.kind === 'number' ? [numberOf(cell, field.key)] : field.kind === 'parts' ? listOf(cell, field.key) : typeof typed === 'number' ? [typed] : []
  for (const number of numbers) {
    if (field.allowed?.length && !field.allowed.includes(number)) return `${name}: ${number} is not possible: ${field.label.toLowerCase()}${by(field.clause)}.`
    const [least, most] = [field.least ?? 0, field.most ?? 99]
    const step = stepOf(field, setup.settings)
    if (number % step !== 0) return `${name}: ${number} is not possible: multiples of ${step}${by(field.clause)}.`
    if (!field.allowed?.length && (number < least || number > most)) return `${name}: ${number} is not possible: ${least} to ${most}${by(field.clause)}.`
  }
  return ''
}

function wrongNeed(sheet: Sheet, field: SheetField, cell: Cell, name: string, total: number): string {
  if ((field.only_at ?? -1) >= 0 && total !== field.only_at) return `${name} has ${total} ${sheet.unit.toLowerCase()}: ${field.label.toLowerCase()} only with ${field.only_at ?? 0}${by(field.clause)}.`
  const needs = field.needs
  const cards = needs ? listOf(cell, needs.field) : []
  if (!needs || typeof cell[`${needs.field}:sum`] === 'number' || cards.length === 0) return ''
  if (cards.length < (needs.least ?? 0)) return `${name}: ${field.label.toLowerCase()} needs ${needs.least ?? 0} cards, not ${cards.length}${by(field.clause)}.`
  if (needs.most === 0) return `${name}: ${field.label.toLowerCase()} in a later ${sheet.line.toLowerCase()}, not in this one${by(field.clause)}.`
  if (cards.length > (needs.most ?? 999)) return `${name}: ${field.label.toLowerCase()} needs ${needs.most ?? 0} cards or fewer, not ${cards.length}${by(field.clause)}.`
  return ''
}
