import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const shown: { title: string; tag?: string }[] = []
const badges: string[] = []
let icon = '/icon.svg'
let looks = false

class Notice {
  static permission = 'granted'
  onclick: unknown = null
  constructor(title: string, told: { tag?: string }) {
    shown.push({ title, ...told })
  }
}

beforeEach(() => {
  vi.resetModules()
  shown.length = badges.length = 0
  icon = '/icon.svg'
  vi.stubGlobal('navigator', { setAppBadge: async () => badges.push('on'), clearAppBadge: async () => badges.push('off') })
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('Notification', Notice)
  vi.stubGlobal('document', {
    get visibilityState() { return looks ? 'visible' : 'hidden' },
    hasFocus: () => looks,
    documentElement: { dataset: {} },
    querySelector: () => ({ setAttribute: (_: string, to: string) => (icon = to) }),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a page that is not looked at is marked and tells of a turn, one that is looked at does neither', async () => {
  const { call, mark } = await import('./bell')
  const { settings } = await import('./settings.svelte')
  settings.setNotices(true)
  looks = true
  call('turn', 'Command Dice: your turn', 'a table')
  expect([icon, badges, shown]).toEqual(['/icon.svg', [], []])
  looks = false
  call('turn', 'Command Dice: your turn', 'a table')
  expect([icon, badges]).toEqual(['/icon-marked.svg', ['on']])
  expect(shown).toMatchObject([{ title: 'Throwdown', body: 'Command Dice: your turn', tag: 'a table' }])
  mark(false)
  expect([icon, badges]).toEqual(['/icon.svg', ['on', 'off']])
})

test('a notice needs the wish of its person, leave of the browser and a secure line', async () => {
  const { call } = await import('./bell')
  const { settings } = await import('./settings.svelte')
  looks = false
  settings.setNotices(false)
  call('turn', 'words', 'a table')
  settings.setNotices(true)
  vi.stubGlobal('isSecureContext', false)
  call('turn', 'words', 'a table')
  expect(shown).toEqual([])
})
