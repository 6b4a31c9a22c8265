/**
 * A mat or a tower in perspective: what lies there, the throw as it was simulated, and where the hand aims.
 * Lengths are metres; z is up, y leads away from the thrower.
 *
 * Where there is no graphics card every pixel costs. So nothing is drawn while nothing moves; while the eye
 * stands still, only the part where something does; and while the eye moves, coarser if frames take too long.
 */
import {
  BoxGeometry, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial, PlaneGeometry,
  Quaternion, RingGeometry, Scene, SphereGeometry, Vector3, type Material, type Texture,
} from 'three'
import type { Arena, Body, Hand } from '../wire'
import { BEFORE, Eye, topOf } from './eye'
import { LOOK } from './flight'
import { wayOf } from './hands'
import { daylight, renderer, shadow } from './light'
import { bounceTexture, matTexture } from './mats'
import { Region } from './region'
import { dieShape } from './shape'
import { CARD, EDGE, THICK } from './sizes'
import { FRAMES_A_SECOND, inflate, poseAt, readThrows, type Throw } from './throws'

const LAMP = 0xffc75a
/** The way of a throw that counts nothing. */
const LOST = 0xe0503c
/** Metres between the place where a die must bounce and the mat. */
const GAP = 0.003
/** What lies flat, in daylight: a mat has as many pixels as all else together, and none needs more reckoning. */
const LIT = 0xfcfcfc
/** The side of a die's shadow, and how high above the table a die still has one. */
const SHADE = 1.9 * EDGE
const SHADED = 3 * EDGE
/** Frames of a throw that the eye takes to get near. */
const EASE = 16
/** Milliseconds of a frame that took too long; by how much the next are coarser then; and how coarse at most. */
const LATE = 20
const COARSER = 0.75
const COARSEST = 0.6

/** The sheet of a seat's die: its sides as `dieShape` takes them. */
export type Paint = (seat: number) => Promise<Texture>

interface Flying {
  thrown: Throw
  began: number
  done: () => void
}

export class View {
  readonly #renderer
  readonly #scene = new Scene()
  readonly #eye = new Eye()
  readonly #bodies = new Group()
  readonly #ground = new Group()
  readonly #guide = new Group()
  readonly #die = dieShape(EDGE, 0.0016)
  readonly #card = new BoxGeometry(...CARD)
  readonly #plane = new PlaneGeometry()
  readonly #dot = new SphereGeometry(0.003, 10, 8)
  readonly #rings = { lands: ring(0.011), rests: ring(0.024) }
  readonly #white = new MeshLambertMaterial({ color: 0xfffdf6 })
  readonly #shade = new MeshBasicMaterial({ map: shadow('#0008'), transparent: true, depthWrite: false })
  readonly #lamp = new MeshBasicMaterial({ color: LAMP })
  readonly #lost = new MeshBasicMaterial({ color: LOST })
  readonly #glow = new MeshBasicMaterial({ color: LAMP, transparent: true, opacity: 0.75 })
  readonly #looks = new Map<Texture, Material>()
  #shades = new InstancedMesh(this.#plane, this.#shade, 0)
  #arena: Arena | null = null
  #flying: Flying | null = null
  /** Fulfilled once the last throw that is played lies. */
  #landed: Promise<void> = Promise.resolve()
  #drawing = false
  #mat = ''
  /** How often was aimed: of two that are drawn at once the later one stays. */
  #aims = 0
  /** 0: the whole mat is in sight; 1: what decides is, near. */
  #near = 0
  /** What is to be drawn again: a part, or all. */
  readonly #changed = new Region(this.#eye.camera)
  #isAllChanged = true
  /** The share of the pixels across that is drawn while the eye moves, and when it last did. */
  #share = 1
  #moved = 0
  #wasLate = false
  /** Frames drawn of a throw, and the milliseconds until nothing moved any more: for measuring. */
  readonly measured = { frames: 0, milliseconds: 0 }

  constructor(readonly canvas: HTMLCanvasElement, private readonly paint: Paint) {
    this.#renderer = renderer({ canvas, preserveDrawingBuffer: true })
    const light = daylight()
    light.position.set(0, -0.3, 1)
    this.#scene.add(light, this.#ground, this.#bodies, this.#shades, this.#guide)
  }

  /** Shows what lies there, at once. */
  async show(arena: Arena): Promise<void> {
    this.#arena = arena
    this.#lay(arena)
    await this.#fill(arena.bodies ?? [])
    this.draw()
  }

  /** Plays the last throw; resolves when all lie. */
  play(arena: Arena): Promise<void> {
    return (this.#landed = this.#play(arena))
  }

  /** Resolves when nothing is in the air any more. */
  landed(): Promise<void> {
    return this.#landed
  }

  async #play(arena: Arena): Promise<void> {
    const packed = Uint8Array.from(atob(arena.flight ?? ''), (sign) => sign.charCodeAt(0))
    const thrown = readThrows(await inflate(packed.buffer))[0]
    if (!thrown) return
    this.#arena = arena
    this.#lay(arena)
    await this.#fill(arena.flying ?? [])
    this.#guide.clear()
    this.measured.frames = this.measured.milliseconds = 0
    await new Promise<void>((done) => {
      const before = this.#flying
      this.#flying = { thrown, began: performance.now(), done }
      if (before) before.done()
      else requestAnimationFrame(this.#frame)
    })
  }

  /** Shows where the hand aims: the way of a throw, or the piece above the tower and its shadow. */
  async aim(hand: Hand | null): Promise<void> {
    const arena = this.#arena
    const turn = ++this.#aims
    const isDue = hand && arena && !this.#flying && (arena.event ?? -1) >= 0
    const shown = !isDue ? [] : await (arena.tower ? this.#hung(arena, hand) : this.#way(arena, hand))
    if (turn !== this.#aims) return
    this.#guide.children.forEach((mesh) => this.#touch(mesh as Mesh))
    this.#guide.clear()
    for (const mesh of shown) {
      this.#guide.add(mesh)
      this.#touch(mesh)
    }
    this.draw()
  }

  draw(): void {
    if (this.#drawing) return
    this.#drawing = true
    requestAnimationFrame(() => {
      this.#drawing = false
      this.#fit()
      this.#render()
    })
  }

  close(): void {
    this.#flying?.done()
    this.#flying = null
    this.#renderer.dispose()
  }

  #frame = (now: number): void => {
    const flying = this.#flying
    if (!flying) return
    const moment = ((now - flying.began) / 1000) * FRAMES_A_SECOND
    const after = moment - (flying.thrown.frames - 1)
    this.#bodies.children.forEach((body, at) => this.#pose(body as Mesh, at, flying.thrown, moment))
    this.#approach(this.#arena?.tower ? 0 : nearnessAt(after), now)
    if (this.#render()) {
      this.measured.frames += 1
      this.measured.milliseconds = now - flying.began
    }
    if (after < (this.#arena?.tower ? 1 : LOOK)) requestAnimationFrame(this.#frame)
    else {
      this.#near = 0
      this.#eye.goHome()
      this.#isAllChanged = true
      this.#flying = null
      flying.done()
    }
  }

  /** Puts a thing where it is at a moment of a throw. */
  #pose(mesh: Mesh, at: number, thrown: Throw, moment: number): void {
    PLACE.copy(mesh.position)
    TURN.copy(mesh.quaternion)
    poseAt(thrown, at, moment, mesh.position, mesh.quaternion)
    if (PLACE.equals(mesh.position) && Math.abs(TURN.dot(mesh.quaternion)) > 1 - 1e-10) return
    this.#touch(mesh, PLACE)
    this.#touch(mesh)
    this.#drop(mesh, at)
  }

  /** Moves the eye so near; where that takes long the picture is drawn with fewer pixels until it stands. */
  #approach(near: number, now: number): void {
    const isMoving = near !== this.#near
    if (this.#moved > 0) this.#pace(isMoving, now - this.#moved)
    this.#moved = isMoving ? now : 0
    this.#near = near
    this.#isAllChanged ||= isMoving
    this.#fit(isMoving ? this.#share : 1)
  }

  /** A frame of the eye's way took so long: coarser after a late one, finer after a way without any. */
  #pace(isMoving: boolean, milliseconds: number): void {
    const isLate = isMoving && milliseconds > LATE
    if (isLate) this.#share = Math.max(COARSEST, this.#share * COARSER)
    else if (!isMoving && !this.#wasLate) this.#share = Math.min(1, this.#share / COARSER)
    this.#wasLate = isMoving && (this.#wasLate || isLate)
  }

  /** Draws what has changed; false where nothing has. */
  #render(): boolean {
    const { clientWidth: width, clientHeight: height } = this.canvas
    const part = this.#changed.take(width, height)
    if (!part && !this.#isAllChanged) return false
    this.#renderer.setScissorTest(!this.#isAllChanged)
    if (part) this.#renderer.setScissor(...part)
    this.#isAllChanged = false
    this.#renderer.render(this.#scene, this.#eye.camera)
    return true
  }

  /** Fits the picture, of so large a `share` of the pixels across, and the eye to the canvas. */
  #fit(share = 1): void {
    const { clientWidth: width, clientHeight: height } = this.canvas
    if (width === 0 || height === 0 || !this.#arena) return
    const ratio = Math.min(devicePixelRatio, 2) * share
    if (this.canvas.width !== Math.floor(width * ratio) || this.canvas.height !== Math.floor(height * ratio)) {
      this.#renderer.setDrawingBufferSize(width, height, ratio)
      this.#isAllChanged = true
    }
    if (this.#eye.stand(this.#arena, width / height)) this.#isAllChanged = true
    const thrown = this.#bodies.children.at(-1)
    if (this.#near > 0 && thrown && this.#isAllChanged) this.#eye.approach(this.#near, thrown.position)
  }

  async #fill(bodies: readonly Body[]): Promise<void> {
    const meshes = await Promise.all(bodies.map((body) => this.#made(body)))
    this.#bodies.clear()
    if (meshes.length > 0) this.#bodies.add(...meshes)
    this.#scene.remove(this.#shades)
    this.#shades.dispose()
    this.#shades = new InstancedMesh(this.#plane, this.#shade, meshes.length)
    this.#shades.frustumCulled = false
    this.#scene.add(this.#shades)
    meshes.forEach((mesh, at) => this.#drop(mesh, at))
    this.#isAllChanged = true
  }

  async #made(body: Body): Promise<Mesh> {
    const mesh = body.kind === 'c'
      ? new Mesh(this.#card, this.#white)
      : new Mesh(this.#die, this.#look(await this.paint(body.seat ?? -1)))
    const [x = 0, y = 0, z = 0, w = 1, i = 0, j = 0, k = 0] = body.pose
    mesh.position.set(x, y, z)
    mesh.quaternion.set(i, j, k, w).normalize()
    return mesh
  }

  #look(map: Texture): Material {
    const known = this.#looks.get(map)
    if (known) return known
    const made = new MeshLambertMaterial({ map })
    this.#looks.set(map, made)
    return made
  }

  /** Puts a die's shadow on the table below it. */
  #drop(mesh: Mesh, at: number): void {
    const size = this.#hasShadow(mesh, mesh.position) ? SHADE : 0
    this.#shades.setMatrixAt(at, MATRIX.makeScale(size, size, 1).setPosition(below(mesh.position)))
    this.#shades.instanceMatrix.needsUpdate = true
  }

  #hasShadow(mesh: Mesh, place: Vector3): boolean {
    return mesh.geometry === this.#die && place.z < SHADED
  }

  /** Has a thing drawn again that has come to a place, or leaves it. */
  #touch(mesh: Mesh, place = mesh.position): void {
    this.#changed.add(place, reach(mesh))
    if (this.#hasShadow(mesh, place)) this.#changed.add(below(place), SHADE)
  }

  /** The mat, its rings or bands, and the line before which a die must bounce. */
  #lay(arena: Arena): void {
    if (this.#mat === (arena.mat ?? '')) return
    this.#mat = arena.mat ?? ''
    this.#ground.clear()
    const { width = 0, depth = 0 } = arena
    if (!width) return
    const top = new MeshBasicMaterial({ map: matTexture(arena), color: LIT })
    const side = new MeshLambertMaterial({ color: 0x17403f })
    const lying = new Mesh(new BoxGeometry(width, depth, THICK), [side, side, side, side, top, side])
    lying.position.set(0, depth / 2, THICK / 2)
    this.#ground.add(lying)
    if (!arena.tower) this.#ground.add(this.#bounce(width))
  }

  /** Where a die must bounce: the table before the mat. */
  #bounce(width: number): Mesh {
    const depth = BEFORE - 2 * GAP
    const ink = getComputedStyle(this.canvas).color
    const strip = new Mesh(this.#plane, new MeshBasicMaterial({ map: bounceTexture(width, depth, ink), transparent: true, depthWrite: false }))
    strip.scale.set(width, depth, 1)
    strip.position.set(0, -BEFORE / 2, 0.0002)
    return strip
  }

  /** The way of a throw. One that would not bounce ends where it meets the mat, in red. */
  #way(arena: Arena, hand: Hand): Mesh[] {
    const { flight, lands, bounces, rests } = wayOf(hand, arena.far)
    const paint = bounces ? this.#lamp : this.#lost
    const dots = flight.filter((spot) => bounces || spot[1] <= lands[1]).map((spot) => {
      const mesh = new Mesh(this.#dot, paint)
      mesh.position.set(...spot)
      return mesh
    })
    const shapes = [[lands, this.#rings.lands] as const, ...(bounces ? [[rests, this.#rings.rests] as const] : [])]
    const rings = shapes.map(([spot, shape]) => {
      const mesh = new Mesh(shape, paint)
      mesh.position.set(spot[0], spot[1], THICK + 0.0006)
      return mesh
    })
    return [...dots, ...rings]
  }

  /** The next piece of a tower above it, and where it would come down. */
  async #hung(arena: Arena, hand: Hand): Promise<Mesh[]> {
    const piece = arena.piece === 'c' ? 'c' : 'd'
    const top = topOf(arena)
    const [x, y] = [top[0] + (hand.x ?? 0), top[1] + (hand.y ?? 0)]
    const half = ((hand.turn ?? 0) * Math.PI) / 360
    const pose = [x, y, top[2] + 0.022, Math.cos(half), 0, 0, Math.sin(half)]
    const mesh = await this.#made({ pose, seat: arena.seat ?? -1, kind: piece })
    const [wide, deep] = piece === 'c' ? CARD : ([EDGE, EDGE] as const)
    const shade = new Mesh(this.#plane, this.#glow)
    shade.scale.set(wide, deep, 1)
    shade.position.set(x, y, top[2] + 0.0005)
    shade.quaternion.copy(mesh.quaternion)
    return [mesh, shade]
  }
}

const PLACE = new Vector3()
const TURN = new Quaternion()
const BELOW = new Vector3()
const MATRIX = new Matrix4()

function below(place: Vector3): Vector3 {
  return BELOW.set(place.x, place.y, THICK + 0.0004)
}

/** The radius of a ball that holds a thing. */
function reach(mesh: Mesh): number {
  if (!mesh.geometry.boundingSphere) mesh.geometry.computeBoundingSphere()
  return (mesh.geometry.boundingSphere?.radius ?? 0) * Math.max(mesh.scale.x, mesh.scale.y)
}

/** The share of the way to the close view, so many frames after all lay still. */
function nearnessAt(frames: number): number {
  const share = Math.min(1, Math.max(0, frames / EASE + 0.5))
  return share * share * (3 - 2 * share)
}

function ring(radius: number): RingGeometry {
  return new RingGeometry(radius - 0.0024, radius, 40)
}
