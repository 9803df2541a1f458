import type { Mood } from '../../draw/face.ts'
import { type Look, person, type Pose } from '../../draw/person.ts'
import { ink, skin } from '../../draw/pigments.ts'
import { boulders, goal, scoreboard } from '../../draw/pitch.ts'
import { cloud, ground, hills, sky } from '../../draw/places.ts'
import { at, box, disc, line, many } from '../../draw/svg.ts'
import { type Key, sway, walk } from '../../draw/tween.ts'

export const floor = 318

const child = (
  head: Look['head'],
  colour: string,
  shorts: string,
  pattern: NonNullable<Look['top']['pattern']>,
): Look => ({
  build: 'child',
  head,
  top: { colour, trim: ink.white, length: 0.1, pattern, sleeve: 'short' },
  legs: { colour: shorts, length: 0.46 },
  shoe: ink.black,
})

export const pam = child({ skin: skin.deep, hair: 'fade' }, ink.pepper600, ink.indigo900, 'plain')
export const gyang = child({ skin: skin.brown, hair: 'crop' }, ink.indigo600, ink.slate, 'check')
export const chuks = child(
  { skin: skin.warm, hair: 'none', wear: 'cap', wearColour: ink.danfo600, wearTrim: ink.white },
  ink.danfo200,
  ink.laterite800,
  'plain',
)
export const yusuf = child(
  { skin: skin.deep, hair: 'none', wear: 'hula', wearColour: ink.white, wearTrim: ink.palm600 },
  ink.danfo500,
  ink.palm800,
  'plain',
)
export const nanret: Look = {
  build: 'child',
  head: { skin: skin.warm, hair: 'puffs' },
  top: { colour: ink.zobo700, trim: ink.zobo300, length: 0.12, pattern: 'plain', sleeve: 'short' },
  legs: { colour: ink.indigo700, length: 0.46 },
  shoe: ink.white,
}
export const talatu: Look = {
  build: 'child',
  head: { skin: skin.brown, hair: 'braids' },
  top: { colour: ink.indigo300, trim: ink.white, length: 0.14, pattern: 'plain', sleeve: 'short' },
  legs: { colour: ink.laterite700, length: 0.46 },
  shoe: ink.black,
}
export const brother = child({ skin: skin.warm, hair: 'crop' }, ink.palm300, ink.indigo700, 'plain')
export const mama: Look = {
  build: 'adult',
  head: { skin: skin.warm, wear: 'gele', wearColour: ink.indigo600, wearTrim: ink.danfo500 },
  top: { colour: ink.indigo600, trim: ink.danfo500, length: 0.84, pattern: 'adire', sleeve: 'short' },
  shoe: ink.black,
}

const sizes = new Map<Look, number>([
  [pam, 1.28],
  [gyang, 1.2],
  [chuks, 1.22],
  [nanret, 1.06],
  [talatu, 0.96],
  [yusuf, 0.84],
])

export const player = (look: Look, x: number, t: number, pose: Partial<Pose> = {}) =>
  person(look, { x, y: floor, t, scale: sizes.get(look) ?? 1, ...pose })

/** A player who runs along keyframes. */
export function runner(look: Look, t: number, frames: readonly Key[], pose: Partial<Pose> = {}): string {
  const step = walk(t, frames, pose.face ?? 1)
  return player(look, step.x, t, { ...pose, stride: step.stride, face: step.face })
}

export const cheer = (t: number, phase = 0): Partial<Pose> => ({
  hop: Math.abs(sway(t, 1.1, phase)) * 16,
  near: { lift: -140, fold: -20 },
  far: { lift: 140, fold: 20 },
  mood: { mouth: 'grin', brow: 'up' },
})

export const glum: Partial<Mood> = { mouth: 'sad', brow: 'worried', look: [0.2, 0.8] }

export const field = (options: { night?: number; score?: readonly [number, number] } = {}) =>
  sky(options.night ?? 0, { sunX: 452, day: ink.indigo100 }) +
  cloud(190, 66, 1.2, ink.white) +
  hills(252, '#8FC9A4') +
  at(78, 270, boulders(), { scale: 1.05 }) +
  at(566, 268, boulders(), { scale: 1.2, mirror: true }) +
  ground(262, ink.palm600, ink.palm300) +
  line('M-10 344Q320 334 650 344', ink.white, 3, 'opacity=".7"') +
  (options.score ? at(320, 268, scoreboard(...options.score)) : '')

export const leftGoal = () => at(66, 312, goal(), { mirror: true, scale: 1.1 })

/** The room at home: wall, window and shelf. */
export const home = () =>
  box(0, 0, 640, 360, ink.danfo200) +
  box(0, 300, 640, 60, ink.laterite700) +
  line('M0 300H640', ink.laterite800, 4) +
  box(60, 60, 120, 100, '#F6C39A', 6) +
  disc(138, 118, 22, ink.danfo500) +
  line('M120 60v100M60 110h120', ink.laterite800, 4) +
  box(60, 60, 120, 100, 'none', 6, `stroke="${ink.laterite800}" stroke-width="6"`) +
  box(470, 118, 120, 8, ink.laterite800) +
  many(3, (i) => box(482 + i * 34, 90, 20, 28, [ink.palm600, ink.indigo600, ink.zobo700][i] ?? ink.white, 4))

/** Nanret's brother on his stool behind the table, which is drawn after him. */
export const onStool = (x: number, t: number, pose: Partial<Pose>) =>
  box(x - 20, 292, 44, 36, ink.laterite800, 3) + person(brother, { x, y: 293, t, face: -1, ...pose })

export const table = () =>
  box(226, 262, 188, 12, ink.laterite600, 4) + line('M246 274V326M394 274V326', ink.laterite800, 8)
