import type { MoralValue } from '@baobab/contract/videos/endpoints.ts'
import { curtain, endCard, titleCard, type Card } from './draw/motifs.ts'
import { n } from './draw/svg.ts'
import { clamp, ease, mix } from './draw/tween.ts'

/** A scene: its length, its picture at second `t`, and the sentences read with it. */
export interface Scene {
  seconds: number
  captions: readonly string[]
  draw: (t: number) => string
  mood: Mood
  /** The camera: the point of the stage at the picture's centre, and the zoom. */
  view?: (t: number) => View
}

export interface View {
  x: number
  y: number
  zoom: number
}

/** Moves the camera slowly from one view to another during the scene. */
export const glide =
  (from: View, to: View, seconds: number) =>
  (t: number): View => {
    const share = ease(t, 0, seconds)
    return { x: mix(from.x, to.x, share), y: mix(from.y, to.y, share), zoom: mix(from.zoom, to.zoom, share) }
  }

/** How the music plays a scene. */
export type Mood = 'bright' | 'gentle' | 'tense' | 'sad' | 'hopeful' | 'joyful'

export interface Video {
  slug: string
  title: string
  description: string
  values: readonly MoralValue[]
  /** Free unless it says otherwise; a payment unlocks premium videos. */
  access?: 'premium'
  card: Card
  moral: readonly string[]
  scenes: readonly Scene[]
}

export interface Timed extends Scene {
  start: number
}

const titleSeconds = 3.2
const endSeconds = 4
const wipeSeconds = 0.56

/** The title card, the scenes and the end card, each with the second when it begins. */
export function timeline(video: Video): Timed[] {
  const title: Scene = {
    seconds: titleSeconds,
    captions: [video.title],
    mood: 'bright',
    draw: (t) => titleCard(video.card, t),
  }
  const end: Scene = {
    seconds: endSeconds,
    captions: [video.moral.join(' ')],
    mood: 'joyful',
    draw: (t) => endCard(video.card, t, video.moral),
  }
  let start = 0
  return [title, ...video.scenes, end].map((scene) => {
    const timed = { ...scene, start }
    start += scene.seconds
    return timed
  })
}

export const secondsOf = (video: Video): number => timeline(video).reduce((sum, scene) => sum + scene.seconds, 0)

/** Draws a scene through its camera, which never shows anything outside the stage. */
function shown(scene: Scene, t: number): string {
  const view = scene.view?.(t)
  if (!view) return scene.draw(t)
  const x = clamp(view.x, 320 / view.zoom, 640 - 320 / view.zoom)
  const y = clamp(view.y, 180 / view.zoom, 360 - 180 / view.zoom)
  return `<g transform="translate(320 180) scale(${view.zoom.toFixed(4)}) translate(${(-x).toFixed(2)} ${(-y).toFixed(2)})">${scene.draw(t)}</g>`
}

/** Draws the whole picture at second `t`; between two scenes a band of aso-oke crosses the stage. */
export function frame(video: Video, t: number, size: { width: number; height: number }): string {
  const scenes = timeline(video)
  const now = scenes.findLastIndex((scene) => scene.start <= t)
  const scene = scenes[now]
  if (!scene) throw new Error(`${video.slug} has no scene at ${t} s`)
  const next = scenes[now + 1]
  const left = scene.start + scene.seconds - t
  const local = t - scene.start
  let shapes = shown(scene, local)
  const edge = -60 + 700 * ease(wipeSeconds - left, 0, wipeSeconds)
  if (next && left < wipeSeconds) {
    shapes += `<clipPath id="wipe"><rect width="${n(clamp(edge + 29, 0, 640))}" height="360"/></clipPath><g clip-path="url(#wipe)">${shown(next, 0)}</g><g transform="translate(${n(edge)} 0)">${curtain()}</g>`
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 640 360">${shapes}</svg>`
}
