/** What a person sets for this machine alone: the theme, and how long each step of the table is shown. */

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
export const PACES = ['calm', 'quick', 'at once'] as const
export type Pace = (typeof PACES)[number]

function recall<T extends string>(key: string, among: readonly T[], otherwise: T): T {
  try {
    const kept = localStorage.getItem(key) as T
    return among.includes(kept) ? kept : otherwise
  } catch {
    return otherwise
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Where storage is forbidden the setting lasts as long as the page.
  }
}

class Settings {
  theme: Theme = $state(recall('theme', THEMES, 'system'))
  pace: Pace = $state(recall('pace', PACES, 'calm'))

  /** Dice fall the short way instead of being thrown. */
  quickDice: boolean = $state(recall('quick dice', ['yes', 'no'], 'no') === 'yes')

  /** Short tones before a live race. */
  sound: boolean = $state(recall('sound', ['yes', 'no'], 'yes') === 'yes')

  /** Who has thrown a die by hand on this machine is not shown again how it is done. */
  hasThrown: boolean = $state(recall('has thrown', ['yes', 'no'], 'no') === 'yes')

  /** Set while a live race is on: its dice fall the short way, for nobody may see a roll late. */
  inRace = $state(false)

  /** How the dice of the step that is shown fall: where time is short the short way, or they just lie there. */
  falls: 'in full' | 'short' | 'not' = $state('in full')

  setSound(sound: boolean): void {
    this.sound = sound
    keep('sound', sound ? 'yes' : 'no')
  }

  setQuickDice(quick: boolean): void {
    this.quickDice = quick
    keep('quick dice', quick ? 'yes' : 'no')
  }

  setHasThrown(): void {
    this.hasThrown = true
    keep('has thrown', 'yes')
  }

  setTheme(theme: Theme): void {
    this.theme = theme
    keep('theme', theme)
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }

  setPace(pace: Pace): void {
    this.pace = pace
    keep('pace', pace)
  }

  /** True where the page is dark now, whoever decided it. */
  get isDark(): boolean {
    if (this.theme !== 'system') return this.theme === 'dark'
    return matchMedia('(prefers-color-scheme: dark)').matches
  }
}

export const settings = new Settings()

export function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
