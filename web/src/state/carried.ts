/** Settings follow their person: what is set is kept on the server too, and taken over from there. */
import { api } from './api'
import { identity } from './identity.svelte'
import { settings } from './settings.svelte'

/** Milliseconds in which settings that are changed one after the other go together. */
const TOGETHER = 400

let waiting: Record<string, string> = {}
let timer: ReturnType<typeof setTimeout> | undefined

function send(): void {
  const chosen = waiting
  waiting = {}
  void api.keepSettings(chosen).catch(() => undefined) // they hold on this device all the same
}

/** Takes over what the person set on another device. */
async function take(): Promise<void> {
  await identity.ask()
  settings.take((await api.settings()).settings)
}

/** Called once by the page: what is set here goes to the server, and what was set elsewhere comes from there, now
 * and whenever this browser becomes another guest. */
export function followPerson(): void {
  settings.follow((name, value) => {
    waiting[name] = value
    clearTimeout(timer)
    timer = setTimeout(send, TOGETHER)
  })
  identity.follow(() => void take().catch(() => undefined))
  void take().catch(() => undefined)
}
