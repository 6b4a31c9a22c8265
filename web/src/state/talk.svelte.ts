/** What those who sit at a table write to each other, and which of it has been read. */
import { keep, kept } from './keep'
import { capital } from './words'
import type { Chat, Written } from '../wire'

/** Lines that the server keeps of a table. */
const KEPT = 60

/** A line as it was written here, after which one, and on which of the page's connections it was last sent. */
interface Unsaid {
  text: string
  after: number
  sentOn: number
}

export class Talk {
  lines: readonly Written[] = $state.raw([])
  /** Own lines that have not come back from the server yet: what the connection loses is sent again. */
  unsaid: readonly Unsaid[] = $state.raw([])
  /** Why the last line was not written. */
  refused = $state('')
  /** What others wrote or said last, to be read aloud. */
  heard = $state('')
  #hasCome = false
  #read = $state(0)
  #place: string

  constructor(table: string) {
    this.#place = `read ${table}`
    this.#read = Number(kept(this.#place) || 0)
  }

  /** Lines that are new, or all that there are: others were erased, or are of somebody who is muted. */
  came({ lines, whole }: Chat, you = -1): void {
    const last = this.lines.at(-1)?.n ?? 0
    const news = lines.filter((line) => line.n > last && line.seat !== you)
    if (this.#hasCome && news.length > 0) this.heard = news.map((line) => `${line.name} writes: ${line.text}`).join(' ')
    this.#hasCome = true
    const known = new Set(lines.map((line) => line.n))
    const before = whole ? [] : this.lines.filter((line) => !known.has(line.n))
    this.lines = [...before, ...lines].sort((a, b) => a.n - b.n).slice(-KEPT)
    this.unsaid = this.unsaid.filter(({ text, after }) => !this.lines.some((line) => line.seat === you && line.n > after && line.text === text))
  }

  /** Notes a line that is sent on that connection. */
  write(text: string, connection: number): void {
    this.refused = ''
    const words = text.split(/\s+/).filter(Boolean).join(' ')
    this.unsaid = [...this.unsaid, { text: words, after: this.lines.at(-1)?.n ?? 0, sentOn: connection }]
  }

  /** What an earlier connection than that one lost; it counts as sent on that one now. */
  lost(connection: number): string[] {
    const lost = this.unsaid.filter((line) => line.sentOn !== connection)
    this.unsaid = this.unsaid.map((line) => ({ ...line, sentOn: connection }))
    return lost.map((line) => line.text)
  }

  /** The server took something not that was sent beside the game. Returns whether it was what was written here. */
  refuse(why: string): boolean {
    if (this.unsaid.length === 0) return false
    this.unsaid = []
    this.refused = `${capital(why)}.`
    return true
  }

  /** The host lets nobody write any more: what was written is gone. */
  clear(): void {
    this.lines = []
    this.unsaid = []
  }

  get unread(): number {
    return this.lines.filter((line) => line.n > this.#read).length
  }

  read(): void {
    this.#read = this.lines.at(-1)?.n ?? this.#read
    keep(this.#place, String(this.#read))
  }
}
