/** What a record says of dice and cards that nobody showed: under a cup that was never lifted, in a hand to the end. */
export function supposedWords(many: number): string {
  if (many === 1) return 'One die or card was never shown. It is supposed: it fits all that was said and done.'
  return `${many} dice or cards were never shown. They are supposed: they fit all that was said and done.`
}
