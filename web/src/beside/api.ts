/** What pages beside a box ask the server. */
import type { BesideKey, Box, Link, NewTray, Opened, RollWish, Tray } from '../http'
import { read } from '../state/api'

const at = (key: string, rest = '') => `beside/dice/${encodeURIComponent(key)}${rest}`

export const besideApi = {
  boxes: () => read<Box[]>('GET', 'beside/boxes'),
  beginDice: (tray: NewTray) => read<BesideKey>('POST', 'beside/dice', tray),
  dice: (key: string, after: number) => read<Tray>('GET', at(key, `?after=${after}`)),
  roll: (key: string, wish: RollWish) => read<Tray>('POST', at(key, '/roll'), wish),
  open: (key: string) => read<Tray>('POST', at(key, '/open'), {}),
  seals: (key: string) => read<Opened[]>('GET', at(key, '/seals')),
  link: (kind: string, key: string) => read<Link>('GET', `beside/link/${kind}/${encodeURIComponent(key)}`),
  qr: (kind: string, key: string) => `/api/beside/qr/${kind}/${encodeURIComponent(key)}`,
}

/** A word that no other request has, so that one which is sent again does its work once. */
export function requestWord(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
