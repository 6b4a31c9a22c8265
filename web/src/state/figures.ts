/** The columns of a score card, and who has most in each. */

const NONE = Number.NEGATIVE_INFINITY

/** The number that a cell shows, as "1,250" or "−50"; of a dash or an empty one less than any. */
function numberIn(cell: string): number {
  const text = cell.replaceAll(',', '').replace('−', '-')
  const number = text === '' ? Number.NaN : Number(text)
  return Number.isNaN(number) ? NONE : number
}

/** The cells of `rows` in which the most of their column stands. */
export function mostIn(rows: readonly (readonly string[])[]): boolean[][] {
  const numbers = rows.map((row) => row.map(numberIn))
  const most = (numbers[0] ?? []).map((_, column) => Math.max(...numbers.map((row) => row[column] ?? NONE)))
  return numbers.map((row) => row.map((number, column) => number !== NONE && number === most[column]))
}
