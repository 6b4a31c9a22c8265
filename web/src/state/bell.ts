/** Calls whoever has the page open: a sound, a shake, a mark on its icon, and a notice of the browser. */
import { settings } from './settings.svelte'
import { tone } from './sound'

export type Occasion = 'turn' | 'asked' | 'end'

/** Hertz and seconds of the tones, one after the other. */
const TONES: Record<Occasion, readonly (readonly [number, number])[]> = {
  turn: [[660, 0.13], [880, 0.3]],
  asked: [[740, 0.13], [740, 0.3]],
  end: [[880, 0.13], [660, 0.13], [550, 0.4]],
}
const SHAKE: Record<Occasion, number[]> = { turn: [30], asked: [30, 60, 30], end: [60] }
const ICON = '/icon.svg'
const MARKED = '/icon-marked.svg'

/** The page is looked at. */
export function isLookedAt(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus()
}

export function ring(occasion: Occasion): void {
  let at = 0
  for (const [hertz, seconds] of TONES[occasion]) {
    setTimeout(() => tone(hertz, seconds), 1000 * at)
    at += seconds
  }
  // Browsers that know of it shake only once the page has been touched.
  if (settings.vibration && 'vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(SHAKE[occasion])
}

/** Marks the page's icon, and that of the installed page, until it is looked at. */
export function mark(on: boolean): void {
  document.querySelector('link[rel=icon]')?.setAttribute('href', on ? MARKED : ICON)
  const badge = navigator as { setAppBadge?: () => Promise<void>; clearAppBadge?: () => Promise<void> }
  void (on ? badge.setAppBadge?.() : badge.clearAppBadge?.())?.catch(() => undefined)
}

/** Whether this browser can tell of a turn while another page is in front: only over a secure line. */
export function mayNotify(): boolean {
  return isSecureContext && typeof Notification !== 'undefined'
}

/** Asks the browser for leave: call it in a tap. */
export async function askToNotify(): Promise<boolean> {
  return mayNotify() && (await Notification.requestPermission()) === 'granted'
}

/** A notice of the browser, one for each table: a newer one takes the place of the one before. */
export function notify(words: string, table: string): void {
  if (!settings.notices || !mayNotify() || Notification.permission !== 'granted') return
  try {
    const notice = new Notification('Throwdown', { body: words, tag: table, icon: ICON })
    notice.onclick = () => {
      focus()
      notice.close()
    }
  } catch {
    // Some browsers show notices of service workers only.
    void navigator.serviceWorker?.getRegistration('/').then((worker) =>
      worker?.showNotification('Throwdown', { body: words, tag: table, icon: ICON, data: `/t/${table}` }),
    )
  }
}

/** Calls the person once: with the bell, and where the page is not looked at with a mark and a notice as well. */
export function call(occasion: Occasion, words: string, table: string): void {
  ring(occasion)
  if (isLookedAt()) return
  mark(true)
  notify(words, table)
}
