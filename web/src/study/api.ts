/** What the study's pages ask the server. */
import type { Studied } from '../http'
import { read } from '../state/api'

export const studyApi = {
  /** How far the account of a finished match is; the first who asks begins the count. */
  account: (table: string, match: number) => read<Studied>('GET', `tables/${encodeURIComponent(table)}/matches/${match}/account`),
}
