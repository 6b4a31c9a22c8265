/** What was said before the page came to its table, or while it was away: the log asks for it page by page. */
import type { Gap, MatchView } from './match.svelte'
import type { Story } from '../wire'

/** The key of the context in which a table page gives its log an {@link Earlier}. */
export const EARLIER = Symbol('earlier')

export class Earlier {
  /** Up to which event a page is on its way; 0: none is. */
  #until = $state(0)

  constructor(
    private readonly match: () => MatchView,
    private readonly send: (gap: Gap) => void,
  ) {}

  /** Whether there is more to be asked for. */
  get more(): boolean {
    return this.match().gaps.length > 0
  }

  /** Whether a page is on its way. */
  get waits(): boolean {
    return this.#until > 0
  }

  ask(): void {
    const gap = this.match().gaps.at(-1)
    this.#until = gap?.[1] ?? 0
    if (gap) this.send(gap)
  }

  /** What was missed while the line was lost is asked for to its beginning; of what was before the page came, one page. */
  came(story: Story): void {
    this.match().tell(story)
    this.forget()
    if ((this.match().gaps.at(-1)?.[0] ?? 0) > 0) this.ask()
  }

  /** The page that was asked for does not come. */
  forget(): void {
    this.#until = 0
  }
}
