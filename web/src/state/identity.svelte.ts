/** Who this browser is: a guest with a name and a colour. Any page may be the first, so each begins here. */
import { api, onUnknownGuest, type Me } from './api'

/** Written by a page that found itself without a cookie, so that the other open pages learn of the new guest. */
const ANOTHER = 'another guest'
/** Held while the first answer is under way, so that pages opened at once become one guest. */
const CONTACT = 'first contact'

function contact(): string {
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  try {
    const held = localStorage.getItem(CONTACT) ?? fresh
    localStorage.setItem(CONTACT, held)
    return held
  } catch {
    return fresh // without storage every page asks for itself
  }
}

function write(place: string, value: string): void {
  try {
    if (value) localStorage.setItem(place, value)
    else localStorage.removeItem(place)
  } catch {
    // without storage there is nothing to hold or to tell
  }
}

class Identity {
  me: Me | null = $state(null)
  #asking: Promise<Me> | null = null
  /** Told when this browser may have become another guest, so that open lines are opened again. */
  #followers = new Set<() => void>()

  /** Called once by the page: listens to the other pages of this browser, and asks who it is. */
  begin(): void {
    onUnknownGuest(() => this.#begin())
    addEventListener('storage', (event) => {
      if (event.key === ANOTHER && this.me) void this.#meet().catch(() => undefined)
    })
    // Where the server cannot be reached now, whoever acts later asks again.
    void this.ask().catch(() => undefined)
  }

  /** Who this browser is; asked for once. */
  async ask(): Promise<Me> {
    if (this.me) return this.me
    this.#asking ??= this.#fetch()
    return this.#asking
  }

  /** Take another name or colour; rejects with the server's refusal. */
  async rename(me: Me): Promise<Me> {
    this.me = (await api.rename(me)) ?? me
    return this.me
  }

  /** This browser has become whoever made the code or the phrase that was given. */
  become(me: Me): void {
    this.me = me
    write(ANOTHER, String(Date.now()))
    this.#tell()
  }

  /** Calls `changed` whenever this browser becomes another guest; returns how to stop that. */
  follow(changed: () => void): () => void {
    this.#followers.add(changed)
    return () => this.#followers.delete(changed)
  }

  async #fetch(): Promise<Me> {
    try {
      const me = await api.me(contact())
      write(CONTACT, '')
      this.me = me
      return me
    } catch (failure) {
      this.#asking = null
      throw failure
    }
  }

  /** The cookie is gone: another guest, who keeps the name and the colour that this page has shown. */
  async #begin(): Promise<void> {
    const former = this.me
    const me = await this.#fetch()
    const differs = former && (former.name !== me.name || former.colour !== me.colour)
    // Where no cookie is kept at all the request that asked for this says so.
    if (differs) this.me = await api.rename(former, false).catch(() => me)
    write(ANOTHER, String(Date.now()))
    this.#tell()
  }

  /** Another page of this browser has begun anew. */
  async #meet(): Promise<void> {
    this.me = await api.me('')
    this.#tell()
  }

  #tell(): void {
    for (const changed of this.#followers) changed()
  }
}

export const identity = new Identity()
