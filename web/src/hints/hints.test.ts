import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settings } from '../state/settings.svelte'
import { Hints } from './hints.svelte'

function pressed(key: string, held: Partial<KeyboardEvent> = {}): KeyboardEvent {
  return { key, target: null, metaKey: false, ctrlKey: false, altKey: false, stopImmediatePropagation: vi.fn(), preventDefault: vi.fn(), ...held } as unknown as KeyboardEvent
}

function hints(): Hints {
  return new Hints({ prepare: () => undefined, ask: () => 1, end: () => undefined })
}

describe('the keys of a hint', () => {
  beforeEach(() => {
    vi.stubGlobal('Element', class {})
  })
  afterEach(() => {
    settings.keys = true
    vi.unstubAllGlobals()
  })

  it('H asks for one where there is one to be had, alone and unless letters do nothing', () => {
    const press = vi.fn()
    hints().keyed(pressed('h'), undefined)
    hints().keyed(pressed('h', { ctrlKey: true }), press)
    settings.keys = false
    hints().keyed(pressed('h'), press)
    expect(press).not.toHaveBeenCalled()
    settings.keys = true
    hints().keyed(pressed('h'), press)
    expect(press).toHaveBeenCalledOnce()
  })

  it('Escape closes it and does nothing else', () => {
    const open = hints()
    const idle = pressed('Escape')
    open.keyed(idle, undefined)
    expect(idle.preventDefault).not.toHaveBeenCalled()
    open.ask()
    const closing = pressed('Escape')
    open.keyed(closing, undefined)
    expect(open.isOpen).toBe(false)
    expect(closing.stopImmediatePropagation).toHaveBeenCalledOnce()
  })
})
