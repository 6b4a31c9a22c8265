/** Where we are: the path, changed by links without loading the page again. */

/** Milliseconds: a page that was left is filled again within so many, or not at all. */
const FILLED = 3000
/** Milliseconds without scrolling after which a page is taken to rest where it is. */
const RESTS = 100

class Router {
  path = $state(location.pathname)
  #resting: ReturnType<typeof setTimeout> | undefined
  /** What ends the search for where a page was left. */
  #settled: (() => void) | undefined

  constructor() {
    history.scrollRestoration = 'manual' // the browser would scroll before the page is filled
    addEventListener('popstate', () => {
      clearTimeout(this.#resting)
      this.path = location.pathname
      this.#scrollBack()
    })
    addEventListener('scroll', () => {
      clearTimeout(this.#resting)
      this.#resting = setTimeout(note, RESTS)
    })
    document.addEventListener('click', (event) => this.#follow(event))
    this.#scrollBack()
  }

  go(path: string, replace = false): void {
    clearTimeout(this.#resting)
    this.#settled?.()
    if (replace) history.replaceState(null, '', path)
    else {
      note()
      history.pushState(null, '', path)
    }
    this.path = location.pathname
    scrollTo(0, 0)
  }

  /** Go to where the page was left, once it is filled so far; whoever scrolls or types before stays. */
  #scrollBack(): void {
    this.#settled?.()
    const left = (history.state as { left?: number } | null)?.left ?? 0
    const asked = new AbortController()
    const end = (): void => asked.abort()
    this.#settled = end
    for (const own of ['wheel', 'touchmove', 'pointerdown', 'keydown']) addEventListener(own, end, { signal: asked.signal })
    const latest = performance.now() + FILLED
    const attempt = (): void => {
      if (asked.signal.aborted) return
      const isFilled = document.documentElement.scrollHeight - innerHeight >= left
      if (isFilled) scrollTo(0, left)
      if (isFilled || performance.now() >= latest) end()
      else requestAnimationFrame(attempt)
    }
    requestAnimationFrame(attempt)
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = (event.target as Element).closest('a')
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return
    if (link.pathname.startsWith('/api/')) return
    event.preventDefault()
    this.go(link.pathname + link.search)
  }
}

/** Where the page rests is kept with its place in the browser's history. */
function note(): void {
  history.replaceState({ ...(history.state as object | null), left: scrollY }, '')
}

export const router = new Router()
