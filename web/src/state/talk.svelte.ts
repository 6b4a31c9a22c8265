/** What those who sit at a table write to each other, and which of it has been read. */
import { keep, kept } from './keep'
import type { Chat, Written } from '../wire'

/** Lines that the server keeps of a table. */
const KEPT = 60

export class Talk {
  lines: readonly Written[] = $state.raw([])
  #read = $state(0)
  #place: string

  constructor(table: string) {
    this.#place = `read ${table}`
    this.#read = Number(kept(this.#place) || 0)
  }

  /** Lines that are new, or all that there are: others were erased, or are of somebody who is muted. */
  came({ lines, whole }: Chat): void {
    const known = new Set(lines.map((line) => line.n))
    const before = whole ? [] : this.lines.filter((line) => !known.has(line.n))
    this.lines = [...before, ...lines].sort((a, b) => a.n - b.n).slice(-KEPT)
  }

  /** The host lets nobody write any more: what was written is gone. */
  clear(): void {
    this.lines = []
  }

  get unread(): number {
    return this.lines.filter((line) => line.n > this.#read).length
  }

  read(): void {
    this.#read = this.lines.at(-1)?.n ?? this.#read
    keep(this.#place, String(this.#read))
  }
}
