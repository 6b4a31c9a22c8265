/** Sentences about people at the table. */
import type { Someone } from './party.svelte'

/** "Ada begins." */
export function named(one: Someone | undefined, does: string): string {
  return `${one?.name ?? 'Nobody'} ${does}.`
}
