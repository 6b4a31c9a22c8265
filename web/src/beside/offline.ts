/** The files of this page are kept on this device by its worker (`public/sw.js`), for when the line is gone. */

/** Whether all files that the page has fetched are kept, also those that came before there was a worker. Over HTTP
 * there is none. */
export async function keepFiles(): Promise<boolean> {
  if (location.protocol !== 'https:' || !('serviceWorker' in navigator)) return false
  await navigator.serviceWorker.ready
  await served()
  const fetched = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  const files = [...new Set(fetched)].filter((path) => path.startsWith('/assets/'))
  const answers = await Promise.all(files.map((path) => fetch(path))) // the worker answers when it has kept them
  return answers.every((answer) => answer.ok)
}

/** Waits until the worker answers for this page. */
async function served(): Promise<void> {
  const { serviceWorker } = navigator
  if (!serviceWorker.controller) await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }))
}
