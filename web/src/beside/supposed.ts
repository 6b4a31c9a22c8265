/** What a record says of dice that lay under cups which were never lifted. */
export function supposedWords(many: number): string {
  if (many === 1) return 'One die lay under a cup that was never lifted. It is supposed: it fits all that was said.'
  return `${many} dice lay under cups that were never lifted. They are supposed: they fit all that was said.`
}
