import { Quaternion, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { sidesOf } from './dice'
import { aimWords, bounded, meterAt, placeWords, swayed, trembling, wayOf } from './hands'
import { inflate, poseAt, readThrows, ROTATIONS, SIDES, turnedUp, upright } from './throws'

/** Two dice in three frames, packed by the arena itself. */
const PACKED = 'Y2JgZggIYACDf/IM6GAC83vGCYxAib/8DAwNAjAMAA=='

describe('throws', () => {
  it('are read as the arena packed them', async () => {
    const bytes = Uint8Array.from(atob(PACKED), (sign) => sign.charCodeAt(0))
    const [thrown] = readThrows(await inflate(bytes.buffer))
    if (!thrown) throw new Error('no throw')
    expect([thrown.dice, thrown.frames]).toEqual([2, 3])
    const [place, turn] = [new Vector3(), new Quaternion()]
    poseAt(thrown, 0, 2, place, turn)
    expect(place.x).toBeCloseTo(0.03)
    expect(turn.w).toBeCloseTo(1)
    poseAt(thrown, 1, 0.5, place, turn)
    expect(place.z).toBeCloseTo(0.035)
    poseAt(thrown, 1, 9, place, turn)
    expect([place.z, turn.x]).toEqual([expect.closeTo(0.008), expect.closeTo(0.5)])
  })

  it('end with the drawn side up, whichever way they end', () => {
    expect(ROTATIONS).toHaveLength(24)
    for (const end of ROTATIONS) {
      for (let side = 0; side < 6; side++) {
        const up = SIDES[side]!.clone().applyQuaternion(end.clone().multiply(turnedUp(end, side)))
        expect(up.z).toBeCloseTo(1)
      }
    }
  })

  it('land upright: the side faces the eye', () => {
    for (let side = 0; side < 6; side++) expect(SIDES[side]!.clone().applyQuaternion(upright(side)).z).toBeCloseTo(1)
  })
})

describe('sides', () => {
  it('are those of a real die, or those a die has', () => {
    expect(sidesOf(['1', '2', '3', '4', '5', '6'], '4')).toEqual(['4', '3', '5', '2', '6', '1'])
    const sides = sidesOf(['0', '1', '2', '3'], '2')
    expect(sides).toHaveLength(6)
    expect(new Set(sides)).toEqual(new Set(['0', '1', '2', '3']))
  })
})

describe('hands', () => {
  it('are bounded, and told in words', () => {
    expect([bounded(30, 25), bounded(-3, 100, 0)]).toEqual([25, 0])
    expect([aimWords(-3.2), aimWords(0.2), aimWords(4)]).toEqual(['3° left', 'straight', '4° right'])
    expect([placeWords(0.003, -0.001), placeWords(0, 0)]).toEqual(['3 mm right, 1 mm near', 'true'])
  })

  it('throw further the stronger they throw, to the side that they aim at', () => {
    const [soft, hard] = [wayOf({ strength: 30 }), wayOf({ strength: 80, aim: 10 })]
    expect(hard.rests[1]).toBeGreaterThan(soft.rests[1])
    expect(hard.rests[0]).toBeGreaterThan(0)
    expect(soft.lands[1]).toBeLessThan(0)
  })

  it('throw from further away at a mat that was set away (KD-D2)', () => {
    const [close, away] = [wayOf({ strength: 60 }), wayOf({ strength: 60 }, 0.08)]
    expect(close.rests[1] - away.rests[1]).toBeCloseTo(0.08)
  })

  it('tremble round the place that they mean', () => {
    const places = Array.from({ length: 60 }, (_, second) => trembling({ x: 0.01, y: 0 }, 517 * second))
    expect(Math.max(...places.map(({ x = 0 }) => Math.abs(x - 0.01)))).toBeGreaterThan(0.002)
    expect(Math.max(...places.map(({ y = 0 }) => Math.abs(y)))).toBeLessThan(0.0025)
  })

  it('sway with the steadying meter, within what a hand can do', () => {
    expect(meterAt(0)).toBe(0)
    expect(swayed({ aim: 2, strength: 50 }, 0)).toEqual({ aim: 2, strength: 50 })
    expect(swayed({ aim: 24, strength: 98 }, 1)).toEqual({ aim: 25, strength: 100 })
    expect(swayed({ aim: 0, strength: 50 }, -1)).toEqual({ aim: -5, strength: 42 })
  })
})
