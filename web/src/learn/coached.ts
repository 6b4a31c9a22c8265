/** The table of the first match after a lesson, and what its coach has said there already. */

const PLACE = 'first match'

interface Coached {
  table: string
  lesson: string
  said: string[]
}

function recall(): Coached | null {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? 'null') as Coached | null
  } catch {
    return null
  }
}

function keep(coached: Coached): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(coached))
  } catch {
    // Where storage is forbidden there is no coach at the first match.
  }
}

/** The lesson after which the match at `table` is played; empty for any other table. */
export function lessonBefore(table: string): string {
  const coached = recall()
  return coached?.table === table ? coached.lesson : ''
}

export function beginCoached(table: string, lesson: string): void {
  keep({ table, lesson, said: [] })
}

/** Whether the coach speaks of the clause for the first time. From then on it has been said. */
export function saysFirst(clause: string): boolean {
  const coached = recall()
  if (!coached || coached.said.includes(clause)) return false
  keep({ ...coached, said: [...coached.said, clause] })
  return true
}
