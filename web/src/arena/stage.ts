/**
 * The stage above the table: a see-through canvas on which dice tumble as the arena simulated it, then
 * slide to where their pieces lie. One unit is one pixel; z points at the eye.
 */
import {
  type BufferGeometry, Group, Mesh, MeshBasicMaterial, MeshLambertMaterial, PerspectiveCamera, PlaneGeometry, Quaternion, Scene, Vector3,
  type Texture,
} from 'three'
import { whichThrow, type ThrownDie } from './dice'
import { MOST, throwsOf } from './library'
import { daylight, renderer, shadow } from './light'
import { sheet } from './paint'
import { dieShape } from './shape'
import { EDGE } from './sizes'
import { FRAMES_A_SECOND, poseAt, turnedUp, upright, type Throw } from './throws'

/** The side of the tray that the library was thrown in, in dice. */
const TRAY = 8.6
/** The arena's time passes a little slower, for dice on a screen look larger than they are. */
const TEMPO = 0.8
const SLIDE = 230
const TILT = 0.5
/** How far above the table, in dice, a die casts no shadow any more. */
const SHADED = 6
/** A drawn die fills this much of its piece. */
const BODY = 0.93
const SMALLEST = 26
const LARGEST = 54

interface Flying {
  die: ThrownDie
  mesh: Mesh<BufferGeometry, MeshLambertMaterial>
  shade: Mesh<BufferGeometry, MeshBasicMaterial>
  before: Quaternion
  upright: Quaternion
}

interface Roll {
  thrown: Throw
  flying: Flying[]
  began: number
  tray: Group
  size: number
}

const box = dieShape(1, 0.13)
const flat = new PlaneGeometry(1.9, 1.9)

export class Stage {
  readonly #renderer = renderer()
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera(30, 1, 10, 10_000)
  readonly #shade = new MeshBasicMaterial({ map: shadow('#0007'), transparent: true, depthWrite: false })
  #rolls: Roll[] = []
  #running = false
  /** How many frames were drawn, and the time they took: for measuring. */
  readonly drawn = { frames: 0, milliseconds: 0 }

  constructor() {
    const canvas = this.#renderer.domElement
    canvas.dataset.stage = ''
    canvas.setAttribute('aria-hidden', 'true')
    canvas.style.cssText = 'position:fixed;inset:0;pointer-events:none;z-index:8;'
    const light = daylight()
    light.position.set(0, 0, 1)
    this.#scene.add(light)
  }

  /** Throws the dice together over `table`; each is told when it has landed. */
  async roll(dice: readonly ThrownDie[], table: DOMRect): Promise<void> {
    for (let at = 0; at < dice.length; at += MOST) await this.#begin(dice.slice(at, at + MOST), table)
  }

  async #begin(dice: readonly ThrownDie[], table: DOMRect): Promise<void> {
    const [throws, textures] = await Promise.all([
      throwsOf(dice.length),
      Promise.all(dice.map((die) => sheet(die.drawings))),
    ])
    const thrown = throws[whichThrow(dice, throws.length)]
    if (!thrown) throw new Error(`no throw of ${dice.length} dice`)
    const tray = this.#tray(table)
    const size = Math.min(LARGEST, Math.max(SMALLEST, Math.min(table.width, table.height * 1.15) / TRAY))
    const flying = dice.map((die, at) => this.#die(die, at, thrown, textures[at], tray))
    this.#rolls.push({ thrown, flying, began: performance.now(), tray, size })
    this.#start()
  }

  /** The tray lies in the middle of the table, tilted, so that dice are seen to stand. */
  #tray(table: DOMRect): Group {
    const tray = new Group()
    const [x, y] = [table.left + table.width / 2, table.top + table.height / 2]
    tray.position.set(x - innerWidth / 2, innerHeight / 2 - y, 0)
    tray.rotation.x = -TILT
    this.#scene.add(tray)
    return tray
  }

  #die(die: ThrownDie, at: number, thrown: Throw, map: Texture | undefined, tray: Group): Flying {
    const mesh = new Mesh(box, new MeshLambertMaterial({ map }))
    const shade = new Mesh<BufferGeometry, MeshBasicMaterial>(flat, this.#shade.clone())
    poseAt(thrown, at, thrown.frames, new Vector3(), END)
    tray.add(shade, mesh)
    return { die, mesh, shade, before: turnedUp(END, die.up), upright: upright(die.up) }
  }

  #start(): void {
    if (this.#running) return
    this.#running = true
    this.#fit()
    document.body.append(this.#renderer.domElement)
    requestAnimationFrame(this.#frame)
  }

  #fit(): void {
    const height = innerHeight
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
    this.#renderer.setSize(innerWidth, height)
    this.#camera.aspect = innerWidth / height
    this.#camera.position.z = height / 2 / Math.tan((this.#camera.fov * Math.PI) / 360)
    this.#camera.updateProjectionMatrix()
  }

  #frame = (now: number): void => {
    this.#rolls = this.#rolls.filter((roll) => this.#show(roll, now))
    const began = performance.now()
    this.#renderer.render(this.#scene, this.#camera)
    this.drawn.frames += 1
    this.drawn.milliseconds += performance.now() - began
    if (this.#rolls.length > 0) {
      requestAnimationFrame(this.#frame)
      return
    }
    this.#running = false
    this.#renderer.domElement.remove()
  }

  /** Shows a roll as it is at `now`; false once all its dice lie in their places. */
  #show(roll: Roll, now: number): boolean {
    const moment = ((now - roll.began) / 1000) * FRAMES_A_SECOND * TEMPO
    const slide = (now - roll.began - ((roll.thrown.frames - 1) / FRAMES_A_SECOND / TEMPO) * 1000) / SLIDE
    roll.flying.forEach((flying, at) => {
      tumble(flying, at, roll, moment)
      if (slide > 0) glide(flying, roll, ease(Math.min(1, slide)))
    })
    if (slide < 1) return true
    for (const { die } of roll.flying) die.landed()
    this.#scene.remove(roll.tray)
    for (const { mesh, shade } of roll.flying) {
      mesh.material.dispose()
      shade.material.dispose()
    }
    return false
  }
}

const END = new Quaternion()
const PLACE = new Vector3()
const THERE = new Vector3()
const LEVEL = new Quaternion()

function tumble(flying: Flying, at: number, roll: Roll, moment: number): void {
  const { mesh, shade } = flying
  poseAt(roll.thrown, at, moment, PLACE, mesh.quaternion)
  mesh.quaternion.multiply(flying.before)
  mesh.position.copy(PLACE).multiplyScalar(roll.size / EDGE)
  mesh.scale.setScalar(roll.size)
  const height = Math.max(0, PLACE.z / EDGE - 0.5)
  shade.position.set(mesh.position.x, mesh.position.y, 0.5)
  shade.scale.setScalar(roll.size * (1 + height * 0.12))
  shade.material.opacity = Math.max(0, 1 - height / SHADED) ** 2
  shade.visible = height < SHADED
}

/** On the way from the tray to the piece, `share` of it done; the piece may itself be on the move. */
function glide(flying: Flying, roll: Roll, share: number): void {
  const { die, mesh, shade } = flying
  const rect = die.place?.getBoundingClientRect()
  if (!rect?.width) return
  THERE.set(rect.left + rect.width / 2 - innerWidth / 2, innerHeight / 2 - rect.top - rect.height / 2, 0)
  roll.tray.updateMatrixWorld()
  roll.tray.worldToLocal(THERE)
  const size = rect.width * BODY
  mesh.position.lerp(THERE, share)
  mesh.scale.setScalar(roll.size + (size - roll.size) * share)
  LEVEL.copy(roll.tray.quaternion).invert().multiply(flying.upright)
  mesh.quaternion.slerp(LEVEL, share)
  shade.visible = share < 0.3
}

function ease(share: number): number {
  return 1 - (1 - share) ** 3
}
