// Shows the shell of the application where there is no network, and nothing older than what the server has: pages
// come from the network first, and files whose names change with their content from what was kept of them.
const KEPT = 'shell'

self.addEventListener('install', (event) => {
  event.waitUntil(fetch('/', { cache: 'no-store' }).then(keepShell).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** Keeps the page and the files that it names; those of an older page are forgotten. */
async function keepShell(answer) {
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
  const text = await answer.clone().text()
  const cache = await caches.open(KEPT)
  const before = await cache.match('/')
  if (before && (await before.text()) === text) return
  if (before) for (const request of await cache.keys()) await cache.delete(request)
  await cache.put('/', answer)
  const named = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path)
  await Promise.all(named.map((path) => cache.add(path).catch(() => undefined)))
}

async function page(request) {
  try {
    const answer = await fetch(request)
    if (answer.ok && (answer.headers.get('content-type') ?? '').startsWith('text/html')) await keepShell(answer.clone())
    return answer
  } catch (failure) {
    const kept = await (await caches.open(KEPT)).match('/')
    if (kept) return kept
    throw failure
  }
}

async function file(request) {
  const cache = await caches.open(KEPT)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request))
  else event.respondWith(fetch(request).catch(async (failure) => (await caches.match(request)) ?? Promise.reject(failure)))
})

/** A notice that a push service brings. One of a table takes the place of the one before; a page of that table which
 * is looked at has told it already. */
async function show(call) {
  const pages = await self.clients.matchAll({ type: 'window' })
  const isSeen = pages.some((page) => page.focused && new URL(page.url).pathname === call.url)
  if (isSeen && call.event !== 'test') return
  await self.registration.showNotification(call.game, {
    body: call.text,
    tag: call.table || call.event,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: call.url,
  })
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()))
})

/** Goes to the page that a notice is about: one that is open already, or a new one. */
async function open(path) {
  const pages = await self.clients.matchAll({ type: 'window' })
  const there = pages.find((page) => new URL(page.url).pathname === path)
  if (there) return there.focus()
  return self.clients.openWindow(path)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data ?? '/'))
})

// The push service has given this browser another address.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event.newSubscription)))

async function subscribeAgain(given) {
  const { key } = await (await fetch('/api/me/push')).json()
  const wanted = { userVisibleOnly: true, applicationServerKey: key }
  const { endpoint, keys } = (given ?? (await self.registration.pushManager.subscribe(wanted))).toJSON()
  const body = JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth })
  await fetch('/api/me/push', { method: 'PUT', headers: { 'content-type': 'application/json' }, body })
}
