/** Hints in a lesson: free and marked nowhere, asked for again until they get no better. */
import { Hints } from '../hints/hints.svelte'
import { api, whyOf } from '../state/api'
import type { Lesson } from './lesson.svelte'

const AGAIN = 1000 // milliseconds

/** The hints of the lesson that `going` gives. */
export function hintsOf(going: () => Lesson | null): Hints {
  /** The number of the last request; those before it are waited for no more. */
  let last = 0
  const hints = new Hints({ prepare: () => undefined, ask, end: () => (last += 1) })

  function ask(): number {
    last += 1
    void count(last)
    return last
  }

  async function count(number: number): Promise<void> {
    const lesson = going()
    if (!lesson) return
    const { game, lesson: line } = lesson.told
    const step = lesson.at + 1
    while (number === last) {
      try {
        const advice = await api.lessonHint(game, line.key, step)
        if (number !== last) return
        hints.came(advice)
        if (advice.done) return
      } catch (failure) {
        if (number === last) hints.refused(number, whyOf(failure))
        return
      }
      await new Promise((done) => setTimeout(done, AGAIN))
    }
  }
  return hints
}
