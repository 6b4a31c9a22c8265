/** The server's HTTP side: what it is asked, what it answers, and why it refused. */
import type {
  BotOnSeat,
  BrokenSpec,
  Chosen,
  Code,
  DaysOff,
  Dice,
  GameSpec,
  Given,
  Hinting,
  HouseTold,
  LessonTold,
  Link,
  Listed,
  Me,
  Mute,
  Muted,
  NamedValues,
  NewTable,
  Odds,
  Pacing,
  Pausing,
  PersonOnSeat,
  Played,
  Rules,
  Running,
  SeatNumber,
  SeatOrder,
  TableKey,
  ValuesFile,
  ValueSpec,
  Verified,
  Wanted,
  Watching,
} from '../http'
import type { Advice, Person, Steps, Table } from '../wire'
import { capital, ended } from './words'

export type { Carry, Clause, HowTo, Link, Me, NamedValues, NewTable, Odds, OddsTable, PictureRow, Rules, Running, Verified, Ways } from '../http'
export type Game = GameSpec
export type OpenTable = Listed
export type Value = ValueSpec

/** Values that are not the game's own, by key. */
export type Values = Record<string, Value['value']>

/** The server would not: `why` is its own sentence. */
export class RefusedError extends Error {
  constructor(
    readonly why: string,
    readonly status: number,
  ) {
    super(why)
  }
}

const UNKNOWN_GUEST = 401
const NO_COOKIES = 'This browser keeps no cookie for this server, so it cannot be told who acts. Allow cookies here.'

async function reason(answer: Response): Promise<string> {
  try {
    const { why, detail } = (await answer.json()) as { why?: string; detail?: string }
    return why ?? detail ?? `The server answered ${answer.status}.`
  } catch {
    return `The server answered ${answer.status}.`
  }
}

async function send(method: string, path: string, body?: unknown, further?: Record<string, string>): Promise<Response> {
  const headers = { ...further, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  return fetch(`/api/${path}`, { method, headers, body: JSON.stringify(body) }).catch(() => {
    throw new RefusedError('The server cannot be reached.', 0)
  })
}

/** What becomes of a request for which the server must know who asks, where no cookie says so. */
let introduce: (() => Promise<unknown>) | null = null

export function onUnknownGuest(introduction: () => Promise<unknown>): void {
  introduce = introduction
}

/** Cookies may be gone while the page is open: then the page introduces itself, and asks once more. */
async function call(method: string, path: string, body?: unknown, again = true): Promise<Response> {
  let answer = await send(method, path, body)
  if (answer.status === UNKNOWN_GUEST && introduce && again) {
    await introduce()
    answer = await send(method, path, body)
    if (answer.status === UNKNOWN_GUEST) throw new RefusedError(NO_COOKIES, UNKNOWN_GUEST)
  }
  if (!answer.ok) throw new RefusedError(await reason(answer), answer.status)
  return answer
}

export async function read<T>(method: string, path: string, body?: unknown, again = true): Promise<T> {
  const text = await (await call(method, path, body, again)).text()
  return (text === '' ? null : JSON.parse(text)) as T
}

const at = (table: string, rest = '') => `tables/${encodeURIComponent(table)}${rest}`

const valuesOf = (game: string) => `games/${encodeURIComponent(game)}/values`

/** The game with this key; refused where the server has none. */
async function gameNamed(key: string): Promise<Game> {
  const found = (await api.games()).find((one) => one.key === key)
  if (!found) throw new RefusedError(`this server has no game '${key}'`, 404)
  return found
}

export const api = {
  /** Who the cookie says one is; a new guest where there is none. Pages that ask at once give one `contact`. */
  me: async (contact: string) => {
    const answer = await send('GET', 'me', undefined, { 'x-first-contact': contact })
    if (!answer.ok) throw new RefusedError(await reason(answer), answer.status)
    return (await answer.json()) as Me
  },
  rename: (me: Me, again = true) => read<Me>('PUT', 'me', me, again),
  house: () => read<HouseTold>('GET', 'house'),
  games: () => read<Game[]>('GET', 'games'),
  game: gameNamed,
  brokenGames: () => read<BrokenSpec[]>('GET', 'games/broken'),
  rules: (game: string) => read<Rules>('GET', `games/${encodeURIComponent(game)}/rules`),
  lesson: (game: string, name: string) => read<LessonTold>('GET', `games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(name)}`),
  /** What is known by now of the hint for a step of a lesson, counted from 1. */
  lessonHint: (game: string, name: string, step: number) => read<Advice>('GET', `games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(name)}/hints/${step}`),
  values: (game: string) => read<NamedValues[]>('GET', valuesOf(game)),
  keepValues: (game: string, named: NamedValues) => read<NamedValues>('PUT', valuesOf(game), named),
  forgetValues: (game: string, name: string) => call('DELETE', `${valuesOf(game)}?name=${encodeURIComponent(name)}`),
  readValues: (game: string, name: string, text: string) =>
    read<NamedValues>('POST', `${valuesOf(game)}/read`, { name, text } satisfies ValuesFile),
  writeValues: async (game: string, named: NamedValues) =>
    (await call('POST', `${valuesOf(game)}/write`, named)).text(),
  lobby: () => read<OpenTable[]>('GET', 'tables'),
  open: (table: NewTable) => read<TableKey>('POST', 'tables', table),
  myTables: () => read<Running[]>('GET', 'me/tables'),
  settings: () => read<Chosen>('GET', 'me/settings'),
  keepSettings: (settings: Record<string, string>) => read<Chosen>('PUT', 'me/settings', { settings } satisfies Chosen),
  arrive: (words: string) => read<Me>('POST', 'carry', { words } satisfies Given),
  endOthers: () => read<Me>('POST', 'me/renew'),
  /** In the match that the page shows: one that comes late is about no later one. */
  pause: (table: Table, wanted: boolean) => call('POST', at(table.id, '/pause'), { wanted, match_id: table.match_id ?? '' } satisfies Pausing),
  /** Asks to `take back` or to `end`, or answers who does. */
  ask: (id: string, wish: Wanted) => call('POST', at(id, '/ask'), wish),
  chat: (id: string, allowed: boolean) => read<Table>('POST', at(id, '/chat'), { allowed } satisfies Watching),
  odds: (id: string) => read<Odds>('GET', at(id, '/odds')),
  allowOdds: (id: string, allowed: boolean) => read<Table>('POST', at(id, '/odds'), { allowed } satisfies Watching),
  muted: (id: string) => read<Muted>('GET', at(id, '/muted')),
  /** The person whose name the page shows, and nobody who sits there since. */
  mute: (id: string, { seat, name = '' }: Person, muted: boolean) => read<Muted>('POST', at(id, '/muted'), { seat, name, muted } satisfies Mute),
  hints: (table: Table, wanted: boolean) => call('POST', at(table.id, '/hints'), { wanted, match_id: table.match_id ?? '' } satisfies Hinting),
  remove: (id: string, { seat, name = '' }: Person) => read<Table>('POST', at(id, '/remove'), { seat, name } satisfies PersonOnSeat),
  handOver: (id: string, { seat, name = '' }: Person) => read<Table>('POST', at(id, '/host'), { seat, name } satisfies PersonOnSeat),
  watchers: (id: string, allowed: boolean) => read<Table>('POST', at(id, '/watchers'), { allowed } satisfies Watching),
  closeTable: (id: string) => call('POST', at(id, '/close'), {}),
  pace: (id: string, pace: string) => read<Table>('POST', at(id, '/pace'), { pace } satisfies Pacing),
  /** With so many left, so that a second click takes no second day. */
  daysOff: (table: Table, days: number, left: number) => call('POST', at(table.id, '/days-off'), { days, left, match_id: table.match_id ?? '' } satisfies DaysOff),
  join: (code: string) => read<TableKey>('POST', 'join', { code } satisfies Code),
  table: (id: string) => read<Table>('GET', at(id)),
  link: (id: string) => read<Link>('GET', at(id, '/link')),
  sit: (id: string, seat: number) => read<Table>('POST', at(id, '/sit'), { seat } satisfies SeatNumber),
  stand: (id: string) => read('POST', at(id, '/stand'), {}),
  bot: (id: string, seat: number, kind: string) => read('POST', at(id, '/bot'), { seat, kind } satisfies BotOnSeat),
  /** With the names that the page shows, so that a second click does not undo the first. */
  order: (id: string, people: readonly Person[], order: number[]) =>
    read('POST', at(id, '/order'), { order, names: people.map((person) => person.name ?? '') } satisfies SeatOrder),
  qr: (id: string) => `/api/${at(id, '/qr.svg')}`,
  /** Who played a finished match, by its seats; others may sit at the table by now. */
  played: (id: string, match: number) => read<Played>('GET', at(id, `/matches/${match}/played`)),
  /** All steps of a finished match, seen from the seat that one played on in it. */
  replay: (id: string, match: number, seat: number) =>
    read<Steps>('GET', at(id, `/matches/${match}/replay${seat < 0 ? '' : `?seat=${seat}`}`)),
  verify: (text: string) => read<Verified>('POST', 'verify', { text }),
  dice: (id: string, match: number) => read<Dice>('GET', at(id, `/matches/${match}/dice`)),
}

/** What failed, as a sentence, whatever it was; the name of a file stays as it is. */
export function whyOf(failure: unknown): string {
  const words = ended(failure instanceof Error ? failure.message : String(failure))
  return /^\S+\.\w/.test(words) ? words : capital(words)
}
