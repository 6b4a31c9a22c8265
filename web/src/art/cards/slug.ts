/** "Single Pair 4" as `single-pair-4`: how drawings are named after what they are called. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/['’!]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
