/** Entries that this device keeps while the server is out of reach, with the table as it was last seen. */
import type { LateEntry, Refereed } from '../http'
import { keepText, recallText } from './kept'

const KNOWN_MOST = 80

export interface KeptLine {
  /** The entries are made after the first `n` of the table at `edition`. */
  n: number
  edition: number
  entries: readonly LateEntry[]
  table: Refereed
}

const place = (key: string) => `beside kept ${key}`

export function recallLine(key: string): KeptLine | null {
  try {
    const found = JSON.parse(recallText(place(key)) || 'null') as KeptLine | null
    return found && Array.isArray(found.entries) && found.entries.length > 0 ? found : null
  } catch {
    return null
  }
}

/** Whether it is kept beyond this page. */
export function keepLine(key: string, line: KeptLine | null): boolean {
  return keepText(place(key), line ? JSON.stringify(line) : '')
}

/** Texts that were asked for or could be chosen at this table so far, by seat (-1: what came up): offered where the
 * app cannot know what is due. */
export class KnownTexts {
  readonly #texts = new Map<number, Set<string>>()

  learn(table: Refereed): void {
    const scene = table.scene as { choices?: readonly { text: string }[] }
    this.#add(-1, table.due?.texts ?? [])
    if (table.acting >= 0) this.#add(table.acting, (scene.choices ?? []).map((choice) => choice.text))
  }

  #add(seat: number, texts: readonly string[]): void {
    const known = this.#texts.get(seat) ?? new Set<string>()
    for (const text of texts) if (known.size < KNOWN_MOST) known.add(text)
    this.#texts.set(seat, known)
  }

  of(seat: number): readonly string[] {
    return [...(this.#texts.get(seat) ?? [])]
  }
}
