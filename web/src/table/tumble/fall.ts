/** One throw: which face is on which side of the cube, and the way it turns until it lies. */
import { reducedMotion } from '../../state/settings.svelte'

const SHORTEST = 500
const LONGEST = 700

/** The six sides of a cube, the one that ends up in front first. */
const TURNS = ['', 'rotateY(180deg)', 'rotateY(90deg)', 'rotateY(-90deg)', 'rotateX(90deg)', 'rotateX(-90deg)']

export interface Side {
  turn: string
  face: string
}

export interface Throw {
  sides: readonly Side[]
  /** The stage above the table shows it, and the piece itself stays empty meanwhile. */
  isOnStage?: boolean
  /** Plays the throw from where it is by now: it began when it was made. */
  play(cube: HTMLElement): Running
}

export interface Running {
  finished: Promise<unknown>
  cancel(): void
}

/** A number in 0 .. 1 that is the same for the same words: a throw looks alike on every screen. */
export function lot(words: string): number {
  let hash = 2166136261
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words.charCodeAt(i), 16777619)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}

export function sidesFor(face: string, faces: readonly string[]): Side[] {
  const others = faces.filter((other) => other !== face)
  const lift = 'translateZ(calc(var(--d, 44px) * .46))'
  return TURNS.map((turn, i) => ({
    turn: `${turn} ${lift}`.trim(),
    face: i === 0 ? face : (others[(i - 1) % Math.max(1, others.length)] ?? face),
  }))
}

/** The short throw of die `id` to `face`, or null where motion is not wanted. */
export function fall(id: string, face: string, faces: readonly string[]): Throw | null {
  if (reducedMotion()) return null
  const luck = (what: string) => lot(`${id} ${face} ${what}`)
  const spin = (what: string) => (1 + Math.floor(luck(what) * 2)) * (luck(`${what} way`) < 0.5 ? -360 : 360)
  const [x, y, z] = [spin('x') - 60, spin('y') + 40, luck('z') * 240 - 120]
  const frames: Keyframe[] = [
    { transform: `translate3d(${luck('side') * 60 - 30}%, 90%, 0) scale(1.1) ${turned(x, y, z)}`, opacity: 0.4 },
    { transform: `translate3d(0, -55%, 0) scale(1.22) ${turned(x * 0.45, y * 0.45, z * 0.5)}`, opacity: 1, offset: 0.42 },
    { transform: `translate3d(0, 4%, 0) scale(1) ${turned(x * 0.04, y * 0.03, 0)}`, offset: 0.84 },
    { transform: `translate3d(0, 0, 0) scale(1) ${turned(0, 0, 0)}` },
  ]
  const duration = SHORTEST + (LONGEST - SHORTEST) * luck('time')
  const start = performance.now()
  return {
    sides: sidesFor(face, faces),
    play: (cube) => {
      const animation = cube.animate(frames, { duration, easing: 'cubic-bezier(.3, .6, .4, 1)' })
      animation.currentTime = performance.now() - start
      return animation
    },
  }
}

function turned(x: number, y: number, z: number): string {
  return `translateZ(calc(var(--d, 44px) * -.46)) rotateX(${x}deg) rotateY(${y}deg) rotateZ(${z}deg)`
}
