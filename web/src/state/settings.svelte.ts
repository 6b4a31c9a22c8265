/** What a person sets: the theme, how long each step of the table is shown, what is heard. The machine keeps it,
 * and the server does for the person's other devices (`carried.ts`). */

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
export const PACES = ['calm', 'quick', 'at once'] as const
export type Pace = (typeof PACES)[number]
export const MOTIONS = ['system', 'less'] as const
export type Motion = (typeof MOTIONS)[number]

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

  /** How much moves: as the system has it, or little. */
  motion: Motion = $state(recall('motion', MOTIONS, 'system'))

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

  /** No sound from ten in the evening to seven in the morning. */
  quietAtNight: boolean = $state(recall('quiet at night', ['yes', 'no'], 'no') === 'yes')

  /** The device shakes when it is one's turn. */
  vibration: boolean = $state(recall('vibration', ['yes', 'no'], 'yes') === 'yes')

  /** Letters and digits without a further key enter and choose. */
  keys: boolean = $state(recall('keys', ['yes', 'no'], 'yes') === 'yes')

  /** The browser tells of one's turn while another page is in front. */
  notices: boolean = $state(recall('browser notices', ['yes', 'no'], 'no') === 'yes')

  /** Called with what is set here, so that it follows its person to other devices. */
  #followers = new Set<(name: string, value: string) => void>()

  follow(tell: (name: string, value: string) => void): void {
    this.#followers.add(tell)
  }

  #keep(name: string, value: string): void {
    keep(name, value)
    for (const tell of this.#followers) tell(name, value)
  }

  /** Takes over what was set on another device. */
  take(chosen: Record<string, string>): void {
    for (const [name, value] of Object.entries(chosen)) keep(name, value)
    this.pace = recall('pace', PACES, 'calm')
    this.quickDice = recall('quick dice', ['yes', 'no'], 'no') === 'yes'
    this.sound = recall('sound', ['yes', 'no'], 'yes') === 'yes'
    this.quietAtNight = recall('quiet at night', ['yes', 'no'], 'no') === 'yes'
    this.vibration = recall('vibration', ['yes', 'no'], 'yes') === 'yes'
    this.keys = recall('keys', ['yes', 'no'], 'yes') === 'yes'
    this.#move(recall('motion', MOTIONS, 'system'))
    this.#show(recall('theme', THEMES, 'system'))
  }

  setSound(sound: boolean): void {
    this.sound = sound
    this.#keep('sound', sound ? 'yes' : 'no')
  }

  setQuietAtNight(quiet: boolean): void {
    this.quietAtNight = quiet
    this.#keep('quiet at night', quiet ? 'yes' : 'no')
  }

  setVibration(on: boolean): void {
    this.vibration = on
    this.#keep('vibration', on ? 'yes' : 'no')
  }

  setKeys(on: boolean): void {
    this.keys = on
    this.#keep('keys', on ? 'yes' : 'no')
  }

  /** Stays on this device: each browser is asked for its own leave. */
  setNotices(on: boolean): void {
    this.notices = on
    keep('browser notices', on ? 'yes' : 'no')
  }

  setQuickDice(quick: boolean): void {
    this.quickDice = quick
    this.#keep('quick dice', quick ? 'yes' : 'no')
  }

  setHasThrown(): void {
    this.hasThrown = true
    keep('has thrown', 'yes')
  }

  setTheme(theme: Theme): void {
    this.#show(theme)
    this.#keep('theme', theme)
  }

  #show(theme: Theme): void {
    this.theme = theme
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }

  setMotion(motion: Motion): void {
    this.#move(motion)
    this.#keep('motion', motion)
  }

  #move(motion: Motion): void {
    this.motion = motion
    if (motion === 'system') delete document.documentElement.dataset.motion
    else document.documentElement.dataset.motion = motion
  }

  setPace(pace: Pace): void {
    this.pace = pace
    this.#keep('pace', pace)
  }

  /** True where the page is dark now, whoever decided it. */
  get isDark(): boolean {
    if (this.theme !== 'system') return this.theme === 'dark'
    return matchMedia('(prefers-color-scheme: dark)').matches
  }
}

export const settings = new Settings()

export function reducedMotion(): boolean {
  return settings.motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches
}
