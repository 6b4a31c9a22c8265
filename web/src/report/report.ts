/** The script of a report: it draws a chart above each table that asks for one, and opens all tables to be printed. */
import './report.css'
import { barsOf, draw } from './chart'

for (const figure of document.querySelectorAll<HTMLElement>('figure')) {
  const place = figure.querySelector<HTMLElement>('.chart')
  const table = figure.querySelector('table')
  if (!place || !table) continue
  const bars = barsOf(table)
  let width = 0
  new ResizeObserver(() => {
    if (place.clientWidth === width || !place.clientWidth) return
    width = place.clientWidth
    place.replaceChildren(draw(bars, 'part' in table.dataset, width, place.dataset.label ?? ''))
  }).observe(place)
}

// A browser that does not know `::details-content` prints what is open.
const closed = () => document.querySelectorAll<HTMLDetailsElement>('details:not([open])')
let opened: HTMLDetailsElement[] = []
addEventListener('beforeprint', () => {
  opened = [...closed()]
  for (const one of opened) one.open = true
})
addEventListener('afterprint', () => {
  for (const one of opened) one.open = false
})
