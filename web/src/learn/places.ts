/** How far lessons have come on this device: the step at which one goes on, or that it was finished. */

const PLACE = 'lessons'

type Places = Record<string, number | 'done'>

function places(): Places {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Places
  } catch {
    return {}
  }
}

function keep(game: string, lesson: string, at: number | 'done'): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...places(), [`${game}/${lesson}`]: at }))
  } catch {
    // Where storage is forbidden a lesson begins anew.
  }
}

/** The step, from 0, at which the lesson goes on. */
export function placeOf(game: string, lesson: string): number {
  const at = places()[`${game}/${lesson}`]
  return typeof at === 'number' ? at : 0
}

export function isDone(game: string, lesson: string): boolean {
  return places()[`${game}/${lesson}`] === 'done'
}

/** Whether nothing was ever learned here. */
export function isNewcomer(): boolean {
  return Object.values(places()).every((at) => at !== 'done')
}

/** A finished lesson stays finished, however far it is gone through again. */
export function keepPlace(game: string, lesson: string, at: number): void {
  if (!isDone(game, lesson)) keep(game, lesson, at)
}

export function finish(game: string, lesson: string): void {
  keep(game, lesson, 'done')
}
