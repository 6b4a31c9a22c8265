/** The columns of a score card, and who has most in each. */

/** The number that a cell shows, as "1,250" or "−50"; of a dash or an empty one less than any. */
function numberIn(cell: string | undefined): number {
  const text = (cell ?? '').replaceAll(',', '').replace('−', '-')
  const number = text === '' ? Number.NaN : Number(text)
  return Number.isNaN(number) ? Number.NEGATIVE_INFINITY : number
}

/** The cells of `rows` in which the most of their column stands. */
export function mostIn(rows: readonly (readonly string[])[]): boolean[][] {
  const most = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => numberIn(row[column]))))
  return rows.map((row) => row.map((cell, column) => Number.isFinite(numberIn(cell)) && numberIn(cell) === most[column]))
}
