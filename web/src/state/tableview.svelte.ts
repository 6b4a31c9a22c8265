/**
 * What the page of a table knows and shows: what it was last told, and what is open on it. Whatever belongs to one match
 * ends with {@link TableView.startAnew}.
 */
import { AT_REST } from '../arena/flight'
import { fetchLooks } from '../pieces/looks'
import type { Arena, Clock, Hand, Table, Verdict } from '../wire'
import { MatchView } from './match.svelte'

export class TableView {
  /** The table as it was last told; null until then. */
  table = $state.raw<Table | null>(null)
  /** The match that is played, or was last. */
  match = $state.raw(new MatchView(fetchLooks))
  /** The mat, where dice are thrown by hand. */
  arena = $state.raw<Arena | null>(null)
  /** What the own hand is about to do on the mat. */
  hand = $state.raw<Hand>(AT_REST)
  /** Who was first in the last live race. */
  verdict = $state.raw<Verdict | null>(null)
  /** The clock of the window that is open. */
  clock = $state.raw<Clock | null>(null)

  /** The seat that a watcher follows. */
  follow = $state(0)

  /** What is open: the result, the verdict of a race, where people write to each other, and the odds. */
  resultOpen = $state(false)
  verdictOpen = $state(false)
  talkOpen = $state(false)
  oddsOpen = $state(false)

  /** For which match, seat and line a seed was last sent. */
  seeded = ''

  /** Another match is the table's: nothing of the one before is shown or waited for. */
  startAnew(): void {
    this.match.stop()
    this.match = new MatchView(fetchLooks)
    this.arena = this.verdict = this.clock = null
    this.resultOpen = this.oddsOpen = false
  }
}
