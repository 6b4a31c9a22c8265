/** Clauses of a rulebook as they are named in texts: `DU-4`, `KD-D3`. */

const NUMBER = /\b([A-Z]{2}-[A-Z]?\d+)\b/

/** The text in parts, every second of which is the number of a clause. */
export function referred(text: string): string[] {
  return text.split(NUMBER)
}

/** The first clause that a text names; empty for none. */
export function clauseIn(text: string): string {
  return NUMBER.exec(text)?.[1] ?? ''
}
