/** Bars with their intervals, drawn from the rows of a table: a chart shows no figure that the table lacks. */
import * as Plot from '@observablehq/plot'

/** One bar, in percent: `margin` is half of its 95 % interval, 0 where it has none. */
export type Bar = { name: string; mean: number; margin: number }

const ROW = 40 // pixels of a bar with its name above it
const NARROWEST = 240
const LETTER = 7.5 // pixels, about the mean width of one at the size of the names

/** The rows of `table` that have a figure to be drawn. */
export function barsOf(table: HTMLTableElement): Bar[] {
  const rows = table.querySelectorAll<HTMLTableRowElement>('tbody tr[data-mean]')
  return [...rows].map((row) => ({
    name: row.cells[0]?.textContent?.trim() ?? '',
    mean: Number(row.dataset.mean),
    margin: Number(row.dataset.margin),
  }))
}

/** The scale of all bars and intervals, with 0 in it; from 0 to 100 where they are parts of a whole. */
export function scaleOf(bars: Bar[], areParts: boolean): [number, number] {
  if (areParts) return [0, 100]
  const low = Math.min(0, ...bars.map((bar) => bar.mean - bar.margin))
  const high = Math.max(0, ...bars.map((bar) => bar.mean + bar.margin))
  return low === high ? [0, 1] : [low, high]
}

/** A drawing of `bars` that is `width` pixels wide, said as `label` by screen readers. */
export function draw(bars: Bar[], areParts: boolean, width: number, label: string): Element {
  const inside = Math.max(NARROWEST, width)
  const scale = scaleOf(bars, areParts)
  const places = bars.map((bar, place) => ({
    ...bar,
    place,
    low: Math.max(scale[0], bar.mean - bar.margin),
    high: Math.min(scale[1], bar.mean + bar.margin),
  }))
  const withInterval = places.filter((bar) => bar.margin > 0)
  const ticks = Math.max(3, Math.floor(inside / 90))
  const chart = Plot.plot({
    width: inside,
    height: places.length * ROW + 44,
    marginLeft: 12,
    marginRight: 16,
    marginTop: 8,
    marginBottom: 36,
    style: { background: 'none', color: 'var(--ink)' },
    x: { domain: scale, nice: true, label: 'percent', labelArrow: 'none', ticks },
    y: { axis: null, type: 'band', domain: places.map((bar) => bar.place), padding: 0 },
    marks: [
      Plot.gridX({ stroke: 'currentColor', strokeOpacity: 0.13, ticks }),
      Plot.barX(places, { y: 'place', x: 'mean', fill: 'var(--bar)', className: 'bar', insetTop: 20, insetBottom: 6 }),
      ...interval(withInterval, { stroke: 'var(--table)', strokeWidth: 4 }),
      ...interval(withInterval, { stroke: 'currentColor', strokeWidth: 1.5 }),
      Plot.ruleX([0], { stroke: 'currentColor' }),
      Plot.text(places, {
        y: 'place', text: 'name', frameAnchor: 'left', textAnchor: 'start', dy: -10, fill: 'currentColor',
        stroke: 'var(--table)', strokeWidth: 4, fontSize: 13, lineWidth: inside / LETTER / 1.4, textOverflow: 'ellipsis',
      }),
    ],
  })
  for (const part of chart.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label') // it is one image
  chart.setAttribute('role', 'img')
  chart.setAttribute('aria-label', label)
  return chart
}

/** The lines of intervals, from `low` to `high` of each of `bars`. */
function interval(bars: object[], line: { stroke: string; strokeWidth: number }): Plot.Markish[] {
  const ends = { ...line, y: 'place', insetTop: 22, insetBottom: 8 }
  return [
    Plot.ruleY(bars, { ...line, y: 'place', x1: 'low', x2: 'high', dy: 7 }),
    Plot.tickX(bars, { ...ends, x: 'low' }),
    Plot.tickX(bars, { ...ends, x: 'high' }),
  ]
}
