/** The games that people may have in a box, as the server knows them; this device remembers them for when it is away. */
import type { Box } from '../http'
import { besideApi } from './api'
import { keepText, recallText } from './kept'

const PLACE = 'beside boxes'

class Boxes {
  all: readonly Box[] = $state.raw(remembered())
  #asked: Promise<void> | null = null

  /** Asks the server once a page; without it what is remembered stays. */
  load(): Promise<void> {
    this.#asked ??= besideApi.boxes().then(
      (found) => {
        this.all = found
        keepText(PLACE, JSON.stringify(found))
      },
      () => {
        this.#asked = null
      },
    )
    return this.#asked
  }

  named(key: string): Box | undefined {
    return this.all.find((box) => box.key === key)
  }
}

function remembered(): Box[] {
  try {
    return JSON.parse(recallText(PLACE) || '[]') as Box[]
  } catch {
    return []
  }
}

export const boxes = new Boxes()
