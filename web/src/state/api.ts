/** The server's HTTP side: what it is asked, what it answers, and why it refused. */
import type { Person, Steps, Table } from '../wire'
import type { Dice } from './fair'

export interface Me {
  name: string
  colour: number
}

export interface Value {
  key: string
  kind: 'option' | 'table'
  label: string
  note: string
  mark: string
  clause: string
  value: number | string | boolean | (number | string)[]
  published: number | string | boolean | (number | string)[]
  /** What a new table proposes to people, where that is not `value`. */
  at_table?: Value['value'] | null
  least?: number | null
  most?: number | null
  length?: number | null
  total?: number | null
  choices?: (number | string)[] | null
  /** What the entries of a list are called. */
  names?: string[]
  /** The only numbers of seats that may change it, where there are any. */
  seats?: number[]
  /** Where it has any effect: the numbers of `seats`, and the values of other options by key. */
  when?: Record<string, (number | string | boolean)[]>
  /** It is a seat, or a list with an entry for each seat. */
  of_seats?: boolean
  /** Whether people are asked for it. */
  offered?: boolean
  /** What a change must satisfy, in words. */
  needs: string
}

/** Values that are not the game's own, by key. */
export type Values = Record<string, Value['value']>

/** Values kept under a name; `why` says that the game no longer takes them. */
export interface NamedValues {
  name: string
  values: Values
  why?: string
}

export interface Game {
  key: string
  title: string
  line: string
  seats: [number, number]
  minutes: [number, number]
  version: number
  bots: string[]
  values: Value[]
  /** The title of the game that it belongs to; empty for a game of its own. */
  part_of: string
  /** The least target score of a set that its rulebook recommends; 0 for none. */
  recommended_target?: number
  /** What it is called with so many seats, first to last, and how it differs. */
  forms?: { seats: [number, number]; name: string; line: string }[]
  how: HowTo | null
}

/** One line of the picture of a game: who, some dice, and what they mean. */
export interface PictureRow {
  label: string
  dice: number[]
  says: string
  /** The colour of a seat, -1 for the table's own dice. */
  colour: number
  /** Places, from 1, of dice that are marked so. */
  right: number[]
  wrong: number[]
}

export interface HowTo {
  goal: string
  turn: string
  points: string
  picture: PictureRow[]
}

/** What holds of a transcript, in sentences, and its dice where they were sealed. */
export interface Verified {
  title: string
  checked: string[]
  dice: Dice | null
}

export interface OpenTable {
  id: string
  game: string
  title: string
  host: string
  people: Person[]
  phase: string
}

export interface Clause {
  number: string
  mark: string
  text: string
  /** Rows of a table that belongs to it, headings first. */
  table: string[][]
}

export interface Rules {
  title: string
  sections: { title: string; clauses: Clause[] }[]
}

export interface NewTable {
  game: string
  seats: number
  values: Values
  bots: Record<string, string>
  open: boolean
  pace: string
}

export interface Link {
  url: string
  code: string
}

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

async function read<T>(method: string, path: string, body?: unknown, again = true): Promise<T> {
  const text = await (await call(method, path, body, again)).text()
  return (text === '' ? null : JSON.parse(text)) as T
}

const at = (table: string, rest = '') => `tables/${encodeURIComponent(table)}${rest}`

const valuesOf = (game: string) => `games/${encodeURIComponent(game)}/values`

export const api = {
  /** Who the cookie says one is; a new guest where there is none. Pages that ask at once give one `contact`. */
  me: async (contact: string) => {
    const answer = await send('GET', 'me', undefined, { 'x-first-contact': contact })
    if (!answer.ok) throw new RefusedError(await reason(answer), answer.status)
    return (await answer.json()) as Me
  },
  rename: (me: Me, again = true) => read<Me>('PUT', 'me', me, again),
  games: () => read<Game[]>('GET', 'games'),
  brokenGames: () => read<{ key: string; reason: string }[]>('GET', 'games/broken'),
  rules: (game: string) => read<Rules>('GET', `games/${encodeURIComponent(game)}/rules`),
  values: (game: string) => read<NamedValues[]>('GET', valuesOf(game)),
  keepValues: (game: string, named: NamedValues) => read<NamedValues>('PUT', valuesOf(game), named),
  forgetValues: (game: string, name: string) => call('DELETE', `${valuesOf(game)}?name=${encodeURIComponent(name)}`),
  readValues: (game: string, name: string, text: string) =>
    read<NamedValues>('POST', `${valuesOf(game)}/read`, { name, text }),
  writeValues: async (game: string, named: NamedValues) =>
    (await call('POST', `${valuesOf(game)}/write`, named)).text(),
  lobby: () => read<OpenTable[]>('GET', 'tables'),
  open: (table: NewTable) => read<{ id: string }>('POST', 'tables', table),
  join: (code: string) => read<{ id: string }>('POST', 'join', { code }),
  table: (id: string) => read<Table>('GET', at(id)),
  link: (id: string) => read<Link>('GET', at(id, '/link')),
  sit: (id: string, seat: number) => read<Table>('POST', at(id, '/sit'), { seat }),
  stand: (id: string) => read('POST', at(id, '/stand'), {}),
  bot: (id: string, seat: number, kind: string) => read('POST', at(id, '/bot'), { seat, kind }),
  order: (id: string, order: readonly number[]) => read('POST', at(id, '/order'), { order }),
  qr: (id: string) => `/api/${at(id, '/qr.svg')}`,
  replay: (id: string, match: number, seat: number) =>
    read<Steps>('GET', at(id, `/matches/${match}/replay${seat < 0 ? '' : `?seat=${seat}`}`)),
  verify: (text: string) => read<Verified>('POST', 'verify', { text }),
  dice: (id: string, match: number) => read<Dice>('GET', at(id, `/matches/${match}/dice`)),
}

/** The sentence of a failure, whatever failed. */
export function whyOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}
