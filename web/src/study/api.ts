/** What the study's pages ask the server. */
import type { Finished, Forgotten, PlayOn, Studied, TableKey } from '../http'
import { read } from '../state/api'

export const studyApi = {
  /** How far the account of a finished match is; the first who asks to `begin` it has it counted. */
  account: (table: string, match: number, begin = true) =>
    read<Studied>('GET', `tables/${encodeURIComponent(table)}/matches/${match}/account${begin ? '' : '?begin=false'}`),
  /** Opens a table of practice that begins after event `after` of a finished match. */
  playOn: (table: string, match: number, after: number) =>
    read<TableKey>('POST', `tables/${encodeURIComponent(table)}/matches/${match}/practice`, { after } satisfies PlayOn),
  /** One's own finished matches, the newest first. */
  matches: () => read<Finished[]>('GET', 'me/matches'),
  /** Take one's name out of all of them. */
  forget: () => read<Forgotten>('POST', 'me/matches/forget', {}),
}
