/** Notices that a push service brings while no page of this server is open. The service worker shows them. */
import type { Pushing, Subscription } from '../http'
import { read } from './api'
import { identity } from './identity.svelte'
import { settings } from './settings.svelte'

const pushApi = {
  pushing: () => read<Pushing>('GET', 'me/push'),
  subscribe: (given: Subscription) => read<Pushing>('PUT', 'me/push', given),
  unsubscribe: (browser: string) => read<null>('DELETE', `me/push/${browser}`),
}

/** Whether this browser can be told so: only over a secure line. */
export function mayPush(): boolean {
  return isSecureContext && 'serviceWorker' in navigator && typeof PushManager !== 'undefined'
}

const base64 = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

async function subscription(): Promise<PushSubscription | null> {
  if (!mayPush()) return null
  const worker = await navigator.serviceWorker.getRegistration('/')
  return (await worker?.pushManager.getSubscription()) ?? null
}

async function hand(subscribed: PushSubscription): Promise<void> {
  const [p256dh, auth] = [subscribed.getKey('p256dh'), subscribed.getKey('auth')].map(base64)
  await pushApi.subscribe({ endpoint: subscribed.endpoint, p256dh: p256dh ?? '', auth: auth ?? '' })
}

/** Subscribes this browser for the person it is; rejects where the browser or the server will not. */
export async function subscribe(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js')
  const worker = await navigator.serviceWorker.ready
  const { key } = await pushApi.pushing()
  const before = await worker.pushManager.getSubscription()
  if (before && base64(before.options.applicationServerKey) !== key) await before.unsubscribe()
  await hand(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
}

/** By which the server knows this browser, empty where it is not subscribed. */
async function id(): Promise<string> {
  const subscribed = await subscription()
  if (!subscribed) return ''
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscribed.endpoint))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('').slice(0, 32)
}

export async function unsubscribe(): Promise<void> {
  const known = await id()
  await (await subscription())?.unsubscribe()
  if (known) await pushApi.unsubscribe(known)
}

/** Whether this browser is told while no page is open, and how many others of the person are. */
export async function pushed(): Promise<{ here: boolean; others: number }> {
  const [known, { browsers }] = await Promise.all([id(), pushApi.pushing()])
  const here = browsers.includes(known)
  return { here, others: browsers.length - (here ? 1 : 0) }
}

/** Tells the server again that this browser is to be told: as the person that it has become, after other devices were
 * ended, or with the address that its push service has changed. */
export async function renewPush(): Promise<void> {
  const subscribed = settings.notices ? await subscription() : null
  if (!subscribed) return
  await identity.ask()
  await hand(subscribed)
}
