/** What was said before the page came to its table: the log asks for it page by page. */
export interface Earlier {
  /** Whether there is more to be asked for. */
  readonly more: boolean
  /** Whether a page is on its way. */
  readonly waits: boolean
  ask(): void
}

/** The key of the context in which a table page gives its log an {@link Earlier}. */
export const EARLIER = Symbol('earlier')
