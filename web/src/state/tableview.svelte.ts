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

  /** Up to which event a page of the log is on its way; 0: none is. */
  reading = $state(0)
  /** The seat that a watcher follows. */
  follow = $state(0)

  /** What is open: the result, the verdict of a race, where people write to each other, and the odds. */
  resultOpen = $state(false)
  verdictOpen = $state(false)
  talkOpen = $state(false)
  oddsOpen = $state(false)
  /** Why the last line was not written. */
  talkRefused = $state('')

  /** What could be chosen when the last event was shown, as text. Nothing is drawn from this and what follows. */
  offered = ''
  /** What could be chosen when a hint was last looked at, as text. */
  hintFor = ''
  /** A reaction was sent and has not come back yet. */
  reacting = false
  /** For which match, seat and line a seed was last sent. */
  seeded = ''
  /** For what the person was last called: `turn`, `wait` or `end`. */
  called = ''
  /** How many have asked for a rematch. */
  votes = 0

  /** Another match is the table's: nothing of the one before is shown or waited for. */
  startAnew(): void {
    this.match.stop()
    this.match = new MatchView(fetchLooks)
    this.reading = 0
    this.offered = ''
    this.arena = this.verdict = this.clock = null
    this.resultOpen = this.oddsOpen = false
  }
}
