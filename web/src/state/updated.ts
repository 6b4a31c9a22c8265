/** A server that was updated no longer has the files of the page that is open: then the page is loaded anew. */

/** Loads the page anew where a file cannot be fetched and the server has another page by now. */
export function followUpdates(): void {
  addEventListener('vite:preloadError', () => void isReplaced().then((is) => { if (is) location.reload() }))
}

/** Whether the server's page begins with another program than this one; not where it cannot be reached. */
async function isReplaced(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''
  const page = await fetch('/', { cache: 'no-store' }).then((answer) => (answer.ok ? answer.text() : ''), () => '')
  return page !== '' && !page.includes(own)
}
