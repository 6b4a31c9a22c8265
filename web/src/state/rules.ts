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

/** A refusal in words for whoever taps: without the event as programs write it, and without the list of what is legal. */
export function inShort(why: string): string {
  if (/^the table has moved on to event/.test(why)) return 'the table has gone on meanwhile: choose again'
  const reason = why.replace(/^illegal event ('.*?'|\S+) in [^:]*: /, '').replace(/(^|; )legal are .*$/s, '')
  return reason || 'that cannot be chosen now'
}
