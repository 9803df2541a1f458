import { type Look, type Pose, person } from '../draw/person.ts'
import { reach } from '../draw/limbs.ts'
import { ink } from '../draw/pigments.ts'
import { drum } from '../draw/props.ts'
import { at } from '../draw/svg.ts'
import { sway } from '../draw/tween.ts'

export const ijapa: Look = {
  build: 'beast',
  beast: 'tortoise',
  head: { skin: ink.palm600 },
  top: { colour: ink.palm700, trim: ink.danfo500, length: 0 },
  shoe: ink.palm800,
}

export const ehoro: Look = {
  build: 'beast',
  beast: 'hare',
  head: { skin: '#A9744A' },
  top: { colour: ink.indigo700, trim: ink.danfo500, length: 0.35, pattern: 'asooke', sleeve: 'short' },
  shoe: '#8A5A36',
}

export const etu: Look = {
  build: 'beast',
  beast: 'duiker',
  head: { skin: ink.laterite600 },
  top: { colour: ink.danfo500, trim: ink.laterite800, length: 0.45, pattern: 'adire', sleeve: 'short' },
  shoe: ink.black,
}

/** Both hands on a drum in front of the figure, striking in turn. */
export function drumming(look: Look, pose: Pose, beats = 2): string {
  const scale = pose.scale ?? 1
  const face = pose.face ?? 1
  const hit = sway(pose.t, beats)
  const near = reach(40, 10 - 20 * Math.max(0, hit), 44)
  const far = reach(30, 10 - 20 * Math.max(0, -hit), 44)
  const body = person(look, { ...pose, near, far, tilt: sway(pose.t, beats / 2) * 5 })
  return at(pose.x + 46 * scale * face, pose.y + 2, drum(Math.max(0, hit)), { scale }) + body
}

/** Dancing on the spot: hopping, swaying and raising each arm in turn. */
export function dancing(look: Look, pose: Pose, beats = 2): string {
  const swing = sway(pose.t, beats / 2, pose.x / 200)
  return person(look, {
    ...pose,
    hop: Math.abs(swing) * 9,
    lean: swing * 7,
    near: { lift: 48 + swing * 30, fold: 30 },
    far: { lift: 125 - swing * 25, fold: 24 },
    mood: { mouth: 'grin', brow: 'up', ...pose.mood },
  })
}
