/** The pages beside a box that need no server. */
import type { IconName } from '../art/icons'

interface Tool {
  path: string
  title: string
  icon: IconName
  page: () => Promise<{ default: unknown }>
}

export const TOOLS: readonly Tool[] = [
  { path: '/box/first', title: 'Who begins', icon: 'people', page: () => import('./First.svelte') },
  { path: '/box/race', title: 'Count-in and buzzer', icon: 'whistle', page: () => import('./Race.svelte') },
  { path: '/box/stopwatch', title: 'Stopwatch', icon: 'clock', page: () => import('./Stopwatch.svelte') },
  { path: '/box/clock', title: 'Turn clock', icon: 'spin', page: () => import('./TurnClock.svelte') },
]
