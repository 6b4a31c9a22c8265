/** What the host of a server asks of it, with the token that the server printed when it was started. */
import type { AdminTable, Ban, NewBan, Overview, PersonOnSeat } from '../http'
import { RefusedError } from '../state/api'

export type { AdminTable, Ban, Overview }

const KEPT = 'throwdown-host'

/** The token: from the address, whose part after `#` is then taken out of it, else as this tab kept it. */
export function findToken(): string {
  const given = decodeURIComponent(location.hash.slice(1))
  if (given) {
    keepToken(given)
    history.replaceState(null, '', location.pathname)
  }
  return given || (sessionStorage.getItem(KEPT) ?? '')
}

export function keepToken(token: string): void {
  sessionStorage.setItem(KEPT, token)
}

export function hostApi(token: string) {
  async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const answer = await fetch(`/api/admin${path}`, { method, headers, body: JSON.stringify(body) }).catch(() => {
      throw new RefusedError('The server cannot be reached.', 0)
    })
    const told: unknown = answer.status === 204 ? null : await answer.json().catch(() => null)
    if (!answer.ok) throw new RefusedError((told as { why?: string } | null)?.why ?? `The server answered ${answer.status}.`, answer.status)
    return told as T
  }
  const at = encodeURIComponent
  return {
    overview: () => send<Overview>('GET', ''),
    say: (text: string) => send<null>('PUT', '/notice', { text }),
    drain: (wanted: boolean) => send<null>('PUT', '/drain', { wanted }),
    close: (table: string) => send<null>('POST', `/tables/${at(table)}/close`),
    /** The person whose name the page shows, and nobody who sits there since. */
    remove: (table: string, seat: number, name: string) => send<null>('POST', `/tables/${at(table)}/remove`, { seat, name } satisfies PersonOnSeat),
    ban: (ban: NewBan) => send<null>('POST', '/bans', ban),
    lift: (who: string) => send<null>('DELETE', `/bans/${at(who)}`),
  }
}

/** "3 days", "4 hours", "12 minutes" or "40 seconds". */
export function span(seconds: number): string {
  const units = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]] as const
  const [name, size] = units.find(([, size]) => seconds >= size) ?? units[3]
  const many = Math.floor(seconds / size)
  return `${many} ${name}${many === 1 ? '' : 's'}`
}
