/**
 * A mat or a tower in perspective: what lies there, the throw as it was simulated, and where the hand aims.
 * Lengths are metres; z is up, y leads away from the thrower.
 */
import {
  BoxGeometry, CanvasTexture, Group, HemisphereLight, Mesh, MeshBasicMaterial, MeshLambertMaterial,
  PerspectiveCamera, PlaneGeometry, Quaternion, RingGeometry, Scene, SphereGeometry, SRGBColorSpace,
  Vector3, WebGLRenderer, type Material, type Texture,
} from 'three'
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js'
import type { Arena, Body, Hand } from '../wire'
import { LOOK } from './flight'
import { wayOf } from './hands'
import { FRAMES_A_SECOND, inflate, poseAt, readThrows, type Throw } from './throws'

const EDGE = 0.016
const CARD = [0.063, 0.088, 0.0006] as const
const THICK = 0.002
const LAMP = 0xffc75a
/** A tower grows: what the camera keeps in sight above its top. */
const HEADROOM = 0.03

/** The close view after a throw: metres from the die, and frames to get there. */
const CLOSE = 0.34
const EASE = 16

/** The textures of a seat's die, in the order +x, -x, +y, -y, +z, -z. */
export type Paint = (seat: number) => Promise<readonly Texture[]>

interface Flying {
  thrown: Throw
  began: number
  done: () => void
}

export class View {
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera(24, 1, 0.02, 8)
  readonly #bodies = new Group()
  readonly #ground = new Group()
  readonly #guide = new Group()
  readonly #die = new RoundedBoxGeometry(EDGE, EDGE, EDGE, 2, 0.0016)
  readonly #card = new BoxGeometry(...CARD)
  readonly #shade = new MeshBasicMaterial({ map: shadow(), transparent: true, depthWrite: false })
  readonly #lamp = new MeshBasicMaterial({ color: LAMP })
  #arena: Arena | null = null
  #flying: Flying | null = null
  #drawing = false
  #mat = ''
  /** 0: the whole mat is in sight; 1: what decides is, near. */
  #near = 0
  /** Frames drawn and the milliseconds between the first and the last of a throw: for measuring. */
  measured = { frames: 0, milliseconds: 0 }

  constructor(readonly canvas: HTMLCanvasElement, private readonly paint: Paint) {
    this.#renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true })
    const light = new HemisphereLight(0xffffff, 0x4d4d4d, Math.PI)
    light.position.set(0, -0.3, 1)
    this.#scene.add(light, this.#ground, this.#bodies, this.#guide)
    this.#camera.up.set(0, 0, 1)
  }

  /** Shows what lies there, at once. */
  async show(arena: Arena): Promise<void> {
    this.#arena = arena
    this.#lay(arena)
    await this.#fill(arena.bodies ?? [])
    this.draw()
  }

  /** Plays the last throw; resolves when all lie. */
  async play(arena: Arena): Promise<void> {
    const packed = Uint8Array.from(atob(arena.flight ?? ''), (sign) => sign.charCodeAt(0))
    const thrown = readThrows(await inflate(packed.buffer))[0]
    if (!thrown) return
    this.#arena = arena
    this.#lay(arena)
    await this.#fill(arena.flying ?? [])
    this.#guide.clear()
    this.measured = { frames: 0, milliseconds: 0 }
    await new Promise<void>((done) => {
      const before = this.#flying
      this.#flying = { thrown, began: performance.now(), done }
      if (before) before.done()
      else requestAnimationFrame(this.#frame)
    })
  }

  /** Shows where the hand aims: the way of a throw, or the piece above the tower and its shadow. */
  async aim(hand: Hand | null): Promise<void> {
    this.#guide.clear()
    const arena = this.#arena
    if (hand && arena && !this.#flying && (arena.event ?? -1) >= 0) {
      if (arena.tower) await this.#hang(arena, hand)
      else this.#point(arena, hand)
    }
    this.draw()
  }

  draw(): void {
    if (this.#drawing) return
    this.#drawing = true
    requestAnimationFrame(() => {
      this.#drawing = false
      this.#fit()
      this.#renderer.render(this.#scene, this.#camera)
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
    this.#bodies.children.forEach((body, at) => {
      poseAt(flying.thrown, at, moment, body.position, body.quaternion)
      drop(body as Mesh)
    })
    this.#fit()
    this.#renderer.render(this.#scene, this.#camera)
    this.measured = { frames: this.measured.frames + 1, milliseconds: now - flying.began }
    const last = flying.thrown.frames - 1
    this.#near = this.#arena?.tower ? 0 : nearnessAt(moment - last)
    if (moment < last + (this.#arena?.tower ? 1 : LOOK)) requestAnimationFrame(this.#frame)
    else {
      this.#near = 0
      this.#flying = null
      flying.done()
    }
  }

  /** Moves the camera from its place towards what decides the duel: the thrown die, and the Post. */
  #approach(): void {
    const thrown = this.#bodies.children.at(-1)
    if (this.#near === 0 || !thrown) return
    const { depth = 0 } = this.#arena ?? {}
    const post = new Vector3(0, depth / 2, 0)
    const isPost = this.#arena?.mat === 'post'
    const at = isPost ? thrown.position.clone().add(post).multiplyScalar(0.5) : thrown.position
    const apart = isPost ? thrown.position.distanceTo(post) : 0
    const spot = at.clone().add(new Vector3(0, -0.5, 1).normalize().multiplyScalar(CLOSE + 2.4 * apart))
    const looks = new Vector3(0, 0, -1).applyQuaternion(this.#camera.quaternion)
    const far = this.#camera.position.distanceTo(at)
    const seen = this.#camera.position.clone().addScaledVector(looks, far).lerp(at, this.#near)
    this.#camera.position.lerp(spot, this.#near)
    this.#camera.lookAt(seen)
    this.#camera.updateMatrixWorld()
  }

  async #fill(bodies: readonly Body[]): Promise<void> {
    const meshes = await Promise.all(bodies.map((body) => this.#made(body)))
    this.#bodies.clear()
    if (meshes.length > 0) this.#bodies.add(...meshes)
  }

  async #made(body: Body): Promise<Mesh> {
    const isCard = body.kind === 'c'
    const look: Material | Material[] = isCard
      ? new MeshLambertMaterial({ color: 0xfffdf6 })
      : (await this.paint(body.seat ?? -1)).map((map) => new MeshLambertMaterial({ map }))
    const mesh = new Mesh(isCard ? this.#card : this.#die, look)
    const [x = 0, y = 0, z = 0, w = 1, i = 0, j = 0, k = 0] = body.pose
    mesh.position.set(x, y, z)
    mesh.quaternion.set(i, j, k, w).normalize()
    if (!isCard) mesh.userData.shade = this.#shaded(mesh)
    return mesh
  }

  #shaded(mesh: Mesh): Mesh {
    const shade = new Mesh(new PlaneGeometry(EDGE * 1.9, EDGE * 1.9), this.#shade)
    mesh.add(shade)
    mesh.userData.shade = shade
    drop(mesh)
    return shade
  }

  /** The mat, its rings or bands, and the line before which a die must bounce. */
  #lay(arena: Arena): void {
    if (this.#mat === (arena.mat ?? '')) return
    this.#mat = arena.mat ?? ''
    this.#ground.clear()
    const { width = 0, depth = 0 } = arena
    if (!width) return
    const top = new MeshLambertMaterial({ map: matTexture(arena) })
    const side = new MeshLambertMaterial({ color: 0x17403f })
    const mat = new Mesh(new BoxGeometry(width, depth, THICK), [side, side, side, side, top, side])
    mat.position.set(0, depth / 2, THICK / 2)
    this.#ground.add(mat)
  }

  #point(arena: Arena, hand: Hand): void {
    const { flight, lands, rests } = wayOf(hand, arena.far)
    const dot = new SphereGeometry(0.003, 10, 8)
    for (const spot of flight) {
      const mesh = new Mesh(dot, this.#lamp)
      mesh.position.set(...spot)
      this.#guide.add(mesh)
    }
    for (const [spot, radius] of [[lands, 0.011], [rests, 0.024]] as const) {
      const ring = new Mesh(new RingGeometry(radius - 0.0024, radius, 40), this.#lamp)
      ring.position.set(spot[0], spot[1], THICK + 0.0006)
      this.#guide.add(ring)
    }
  }

  async #hang(arena: Arena, hand: Hand): Promise<void> {
    const piece = arena.piece === 'c' ? 'c' : 'd'
    const top = this.#top(arena)
    const [x, y] = [top[0] + (hand.x ?? 0), top[1] + (hand.y ?? 0)]
    const half = ((hand.turn ?? 0) * Math.PI) / 360
    const pose = [x, y, top[2] + 0.022, Math.cos(half), 0, 0, Math.sin(half)]
    const mesh = await this.#made({ pose, seat: arena.seat ?? -1, kind: piece })
    const size = piece === 'c' ? CARD : ([EDGE, EDGE] as const)
    const shade = new Mesh(
      new PlaneGeometry(size[0], size[1]),
      new MeshBasicMaterial({ color: LAMP, transparent: true, opacity: 0.75 }),
    )
    shade.position.set(x, y, top[2] + 0.0005)
    shade.quaternion.copy(mesh.quaternion)
    this.#guide.clear()
    this.#guide.add(mesh, shade)
  }

  /** The middle of what the next piece is put on. */
  #top(arena: Arena): [number, number, number] {
    const last = arena.bodies?.at(-1)
    if (!last) return [0, (arena.depth ?? 0) / 2, arena.width ? THICK : 0]
    const [x = 0, y = 0, z = 0] = last.pose
    return [x, y, z + (last.kind === 'c' ? CARD[2] : EDGE) / 2]
  }

  /** The camera stands where the thrower does, so far back that all which matters is in sight. */
  #fit(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas
    if (width === 0 || height === 0) return
    const ratio = Math.min(devicePixelRatio, 2)
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.#renderer.setPixelRatio(ratio)
      this.#renderer.setSize(width, height, false)
    }
    this.#camera.aspect = width / height
    const [low, high] = this.#extent()
    const middle = low.clone().add(high).multiplyScalar(0.5)
    const away = this.#arena?.tower ? new Vector3(0, -1, 0.32) : new Vector3(0, -1, 1.2)
    away.normalize()
    let distance = 0.15
    do {
      distance *= 1.06
      this.#camera.position.copy(middle).addScaledVector(away, distance)
      this.#camera.lookAt(middle)
      this.#camera.updateProjectionMatrix()
      this.#camera.updateMatrixWorld()
    } while (distance < 6 && !this.#holds(low, high))
    this.#approach()
  }

  #extent(): [Vector3, Vector3] {
    const { width = 0, depth = 0, tower = false, far = 0 } = this.#arena ?? {}
    if (tower) {
      const top = this.#top(this.#arena as Arena)[2] + HEADROOM
      return [new Vector3(-0.05, depth / 2 - 0.03, 0), new Vector3(0.05, depth / 2 + 0.03, Math.max(0.08, top))]
    }
    return [new Vector3(-width / 2 - 0.01, -0.1 - far, 0), new Vector3(width / 2 + 0.01, depth + 0.02, 0.01)]
  }

  #holds(low: Vector3, high: Vector3): boolean {
    for (const x of [low.x, high.x])
      for (const y of [low.y, high.y])
        for (const z of [low.z, high.z]) {
          const seen = new Vector3(x, y, z).project(this.#camera)
          if (Math.abs(seen.x) > 1 || Math.abs(seen.y) > 1) return false
        }
    return true
  }
}

/** The share of the way to the close view, so many frames after all lay still. */
function nearnessAt(frames: number): number {
  const share = Math.min(1, Math.max(0, frames / EASE + 0.5))
  return share * share * (3 - 2 * share)
}

const TURNED = new Quaternion()
const BELOW = new Vector3()

/** Puts a die's shadow on the table below it, however the die is turned. */
function drop(mesh: Mesh): void {
  const shade = mesh.userData.shade as Mesh | undefined
  if (!shade) return
  shade.visible = mesh.position.z < 3 * EDGE
  TURNED.copy(mesh.quaternion).invert()
  BELOW.set(0, 0, THICK + 0.0004 - mesh.position.z).applyQuaternion(TURNED)
  shade.position.copy(BELOW)
  shade.quaternion.copy(TURNED)
}

function matTexture(arena: Arena): Texture {
  const { width = 1, depth = 1 } = arena
  const scale = 2600
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = depth * scale
  const pen = canvas.getContext('2d')
  if (pen) {
    pen.fillStyle = '#2c6766'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    if (arena.rings?.length) rings(pen, arena, scale)
    else if (arena.bands?.length) bands(pen, arena, scale)
    else circles(pen, canvas)
    pen.setLineDash([14, 12])
    pen.lineWidth = 2
    pen.strokeStyle = '#f6efdf77'
    pen.strokeRect(16, 16, canvas.width - 32, canvas.height - 32)
  }
  const texture = new CanvasTexture(canvas)
  texture.colorSpace = SRGBColorSpace
  texture.anisotropy = 8
  return texture
}

const RINGS = ['#a8201a', '#f3e8d2', '#347573']
const FIGURE = '800 46px Besley, serif'

function rings(pen: CanvasRenderingContext2D, arena: Arena, scale: number): void {
  const [x, y] = [pen.canvas.width / 2, pen.canvas.height / 2]
  const radii = arena.rings ?? []
  for (let at = radii.length - 1; at >= 0; at--) {
    pen.beginPath()
    pen.arc(x, y, (radii[at] ?? 0) * scale, 0, 2 * Math.PI)
    pen.fillStyle = RINGS[at] ?? '#347573'
    pen.fill()
    pen.lineWidth = 4
    pen.strokeStyle = '#f6efdf'
    pen.stroke()
  }
  pen.font = FIGURE
  arena.labels?.forEach((label, at) => {
    const [inner, outer] = [at === 0 ? 0 : (radii[at - 1] ?? 0), radii[at] ?? 0]
    pen.fillStyle = at === 1 ? '#14231f' : '#fff8e7'
    pen.fillText(label, x, at === 0 ? y : y + ((inner + outer) / 2) * scale)
  })
}

function bands(pen: CanvasRenderingContext2D, arena: Arena, scale: number): void {
  const { width, height } = pen.canvas
  const lines = [...(arena.bands ?? []), arena.depth ?? 0]
  pen.font = FIGURE.replace('46', '80')
  pen.textAlign = 'left'
  for (let at = 0; at < lines.length - 1; at++) {
    const [from, to] = [height - (lines[at] ?? 0) * scale, height - (lines[at + 1] ?? 0) * scale]
    pen.fillStyle = at === lines.length - 2 ? '#a8201a' : at % 2 ? '#2c6766' : '#347573'
    pen.fillRect(14, to, width - 28, from - to)
    pen.fillStyle = '#f6efdf'
    pen.fillRect(14, to - 2, width - 28, 4)
    pen.fillText(arena.labels?.[at] ?? '', 30, (from + to) / 2)
  }
}

function circles(pen: CanvasRenderingContext2D, canvas: HTMLCanvasElement): void {
  pen.lineWidth = 3
  pen.strokeStyle = '#f6efdf66'
  for (const radius of [60, 110, 160]) {
    pen.beginPath()
    pen.arc(canvas.width / 2, canvas.height / 2, radius, 0, 2 * Math.PI)
    pen.stroke()
  }
}

function shadow(): CanvasTexture {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 64
  const pen = canvas.getContext('2d')
  if (pen) {
    const fade = pen.createRadialGradient(32, 32, 8, 32, 32, 31)
    fade.addColorStop(0, '#0008')
    fade.addColorStop(1, '#0000')
    pen.fillStyle = fade
    pen.fillRect(0, 0, 64, 64)
  }
  return new CanvasTexture(canvas)
}
