/** Long lists of answers, found by what is said to be right. */

/** From so many answers on they are found by their parts. */
export const MANY = 12

/** What an answer says to be right: "the 1 and two 4s are right, the 5 is wrong." has "the 1" and "two 4s". */
export function rightOf(answer: string): readonly string[] {
  const said = /^(.+) (?:is|are) right\b/.exec(answer)?.[1] ?? ''
  return said ? said.split(/, | and /) : []
}

/** The answers that say just `chosen` to be right. */
export function saying(answers: readonly string[], chosen: readonly string[]): readonly string[] {
  return answers.filter((answer) => {
    const right = rightOf(answer)
    return right.length === chosen.length && chosen.every((part) => right.includes(part))
  })
}

/** All parts that some answer has, by their last word, and whether one of them goes with all that is `chosen`. */
export function partsOf(answers: readonly string[], chosen: readonly string[]): { part: string; fits: boolean }[] {
  const fitting = new Set(answers.map(rightOf).filter((right) => chosen.every((part) => right.includes(part))).flat())
  const last = (part: string) => part.replace(/^.* /, '')
  const parts = [...new Set(answers.flatMap((answer) => rightOf(answer)))].sort((one, other) => last(one).localeCompare(last(other)))
  return parts.map((part) => ({ part, fits: fitting.has(part) }))
}
