import { expect, test } from 'vitest'
import { edgesOf } from './flat.svelte'

test('all sit clockwise from the nearest edge, in the order of turns, two at an edge at most', () => {
  for (let many = 2; many <= 8; many += 1) {
    const seats = Array.from({ length: many }, (_, seat) => seat)
    const edges = edgesOf(seats)
    expect(edges.flatMap((edge) => edge.seats)).toEqual(seats)
    expect(edges.map((edge) => edge.side)).toEqual([...edges.map((edge) => edge.side)].sort())
    expect(edges[0]?.side).toBe(0)
    expect(Math.max(...edges.map((edge) => edge.seats.length))).toBeLessThan(3)
  }
  expect(edgesOf([0, 1]).map((edge) => edge.side)).toEqual([0, 2])
})
