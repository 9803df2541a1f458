import { beastHead, tortoiseTorso, type Beast } from './beasts.ts'
import { torso, type Top } from './clothes.ts'
import { calm, type Mood } from './face.ts'
import { head, type Head } from './heads.ts'
import { armPoints, footAt, hang, kneeOf, type Arm, type Point } from './limbs.ts'
import { disc, fill, line, n } from './svg.ts'
import { sway } from './tween.ts'

export interface Look {
  build: 'child' | 'adult' | 'elder' | 'beast'
  head: Head
  beast?: Beast
  top: Top
  /** Trousers or shorts: colour, and how far down the leg they reach (0 to 1). */
  legs?: { colour: string; length: number }
  shoe: string
}

/** One instant of a figure. Feet stand at (x, y); `t` drives breathing and blinking. */
export interface Pose {
  x: number
  y: number
  t: number
  face?: 1 | -1
  stride?: number
  scale?: number
  near?: Arm
  far?: Arm
  mood?: Partial<Mood>
  lean?: number
  tilt?: number
  sit?: boolean
  hop?: number
  onHead?: string
  hold?: string
  holdFar?: string
  flop?: number
}

interface Build {
  r: number
  neck: number
  torso: number
  leg: number
  arm: number
  shoulder: number
  hip: number
  limb: number
}

const builds: Record<Look['build'], Build> = {
  child: { r: 20, neck: 2, torso: 38, leg: 40, arm: 42, shoulder: 13, hip: 11, limb: 8.5 },
  adult: { r: 19, neck: 4, torso: 54, leg: 64, arm: 60, shoulder: 18, hip: 15, limb: 10.5 },
  elder: { r: 19, neck: 3, torso: 52, leg: 56, arm: 58, shoulder: 18, hip: 15, limb: 10 },
  beast: { r: 19, neck: 1, torso: 44, leg: 34, arm: 44, shoulder: 13, hip: 12, limb: 9 },
}

/** A paper figure: far limbs, legs, torso, head and near arm, from back to front. */
export function person(look: Look, pose: Pose): string {
  const b = builds[look.build]
  const { t, stride = 0, scale = 1, face = 1 } = pose
  const hipY = pose.sit
    ? -b.limb * 0.9
    : -b.leg + stride * 2 * Math.abs(sway((pose.x * face) / (b.leg * 3.36), 1, 0.25))
  const breath = stride > 0 ? 0 : sway(t, 0.32, pose.x / 97) * 0.7
  const swing = stride * sway((pose.x * face) / (b.leg * 1.68), 1)
  const shoulderY = hipY - b.torso + 6 + breath
  const upper = upperBody(look, pose, b, { hipY, shoulderY, swing })
  const lower = pose.sit ? crossedLegs(look, b) : legs(look, pose, b, hipY)
  const lean = pose.lean ?? stride * 3
  const turned = (shapes: string) => `<g transform="rotate(${n(lean)} 0 ${n(hipY)})">${shapes}</g>`
  const hop = pose.hop ?? 0
  const shadow = `<ellipse cx="${n(pose.x)}" cy="${n(pose.y + 1)}" rx="${n(b.shoulder * 1.5 * scale)}" ry="${n(4 * scale)}" fill="#0C1033" opacity=".16"/>`
  const flip = face < 0 ? `scale(${(-scale).toFixed(3)} ${scale.toFixed(3)})` : `scale(${scale.toFixed(3)})`
  return `${shadow}<g transform="translate(${n(pose.x)} ${n(pose.y - hop)}) ${flip}">${turned(upper.back)}${pose.sit ? '' : lower}${turned(upper.body)}${pose.sit ? lower : ''}${turned(upper.front)}</g>`
}

interface Spine {
  hipY: number
  shoulderY: number
  swing: number
}

function upperBody(look: Look, pose: Pose, b: Build, spine: Spine) {
  const { hipY, shoulderY, swing } = spine
  const walkArm = (sign: number): Arm => ({
    lift: hang.lift + sign * swing * 26,
    fold: hang.fold + Math.abs(swing) * 14,
  })
  const near = pose.near ?? walkArm(-1)
  const far = pose.far ?? walkArm(1)
  const nearAt: Point = { x: -b.shoulder * 0.55, y: shoulderY + 3 }
  const farAt: Point = { x: b.shoulder * 0.72, y: shoulderY + 3 }
  const headY = shoulderY - b.neck - b.r * 0.9
  const mood = blinking({ ...calm, ...pose.mood }, pose.t, pose.x)
  const skull = look.beast ? beastHead(look.beast, b.r, mood, pose.flop) : head(look.head, b.r, mood)
  const headShapes = `<g transform="translate(2 ${n(headY)}) rotate(${n(pose.tilt ?? 0)} 0 ${n(b.r)})">${skull}${pose.onHead ? `<g transform="translate(0 ${n(-b.r * 1.05)})">${pose.onHead}</g>` : ''}</g>`
  const neck = line(`M1 ${n(shoulderY - 2)}V${n(headY + b.r * 0.6)}`, look.head.skin, b.limb * 1.1)
  const cloth =
    look.beast === 'tortoise'
      ? tortoiseTorso(shoulderY - 6, hipY + 6)
      : torso(look.top, {
          shoulder: b.shoulder,
          shoulderY,
          hip: b.hip,
          hipY,
          leg: pose.sit ? 4 : b.leg,
          sway: swing * 3,
        })
  const nearArm = arm(look, nearAt, near, b, { held: undefined, shade: false })
  const inHand = fist(look, nearAt, near, b, pose.hold)
  const draped = look.head.wear === 'hijab'
  return {
    back: arm(look, farAt, far, b, { held: pose.holdFar, shade: true }),
    body: neck + cloth + (draped ? nearArm : '') + headShapes,
    front: (draped ? '' : nearArm) + inHand,
  }
}

function blinking(mood: Mood, t: number, seed: number): Mood {
  const beat = (t + Math.abs(seed % 37) / 9) % 3.4
  return beat < 0.15 ? { ...mood, shut: true } : mood
}

function arm(
  look: Look,
  from: Point,
  pose: Arm,
  b: Build,
  options: { held: string | undefined; shade: boolean },
): string {
  const { elbow, hand } = armPoints(from, pose, b.arm)
  const sleeveTo = look.top.sleeve === 'long' ? hand : elbow
  const bare = line(
    `M${n(from.x)} ${n(from.y)}L${n(elbow.x)} ${n(elbow.y)}L${n(hand.x)} ${n(hand.y)}`,
    look.head.skin,
    b.limb * 0.86,
  )
  const path =
    sleeveTo === hand
      ? `M${n(from.x)} ${n(from.y)}L${n(elbow.x)} ${n(elbow.y)}L${n(elbow.x + (hand.x - elbow.x) * 0.78)} ${n(elbow.y + (hand.y - elbow.y) * 0.78)}`
      : `M${n(from.x)} ${n(from.y)}L${n(from.x + (elbow.x - from.x) * 0.8)} ${n(from.y + (elbow.y - from.y) * 0.8)}`
  const sleeve = look.beast === 'tortoise' ? '' : line(path, look.top.colour, b.limb * 1.22)
  const shade = options.shade
    ? line(path, '#0C1033', b.limb * 1.22, 'opacity=".14"')
    : line(path, '#0C1033', b.limb * 1.22 + 1.6, 'opacity=".16"')
  const cover = look.beast === 'tortoise' ? '' : options.shade ? sleeve + shade : shade + sleeve
  return options.shade ? fist(look, from, pose, b, options.held) + bare + cover : bare + cover
}

/** The closed hand and what it holds. A near hand is drawn over everything, including a hijab's drape. */
function fist(look: Look, from: Point, pose: Arm, b: Build, held: string | undefined): string {
  const { hand } = armPoints(from, pose, b.arm)
  const thing = held ? `<g transform="translate(${n(hand.x)} ${n(hand.y)})">${held}</g>` : ''
  return thing + disc(hand.x, hand.y, b.limb * 0.56, look.head.skin)
}

function legs(look: Look, pose: Pose, b: Build, hipY: number): string {
  const stride = pose.stride ?? 0
  const distance = pose.x * (pose.face ?? 1)
  const one = (offset: number, rest: number, shade: boolean) => {
    const step = footAt(distance / (pose.scale ?? 1), b.leg * 0.42, stride, offset)
    const hip = { x: rest * 0.8, y: hipY }
    const foot = { x: step.x + rest * (1 - stride * 0.6), y: step.y }
    return leg(look, hip, foot, b, shade)
  }
  return one(0.5, b.hip * 0.5, true) + one(0, -b.hip * 0.5, false)
}

function leg(look: Look, hip: Point, foot: Point, b: Build, shade: boolean): string {
  const ankle = { x: foot.x, y: foot.y - 4 }
  const knee = kneeOf(hip, ankle, b.leg * 0.93)
  const limb = `M${n(hip.x)} ${n(hip.y)}L${n(knee.x)} ${n(knee.y)}L${n(ankle.x)} ${n(ankle.y)}`
  const skin = line(limb, look.head.skin, b.limb * 0.95)
  const cloth = look.legs ? line(clothPath(hip, knee, ankle, look.legs.length), look.legs.colour, b.limb * 1.3) : ''
  const dim = shade ? line(limb, '#0C1033', b.limb * (look.legs ? 1.3 : 0.95), 'opacity=".16"') : ''
  const shoe = fill(`M${n(foot.x - 5)} ${n(foot.y)}v-4q0 -4 5 -4t7 3q5 1 5 5Z`, look.shoe)
  return skin + cloth + dim + shoe
}

function clothPath(hip: Point, knee: Point, ankle: Point, length: number): string {
  const start = `M${n(hip.x)} ${n(hip.y)}`
  if (length <= 0.5) {
    const share = length * 2
    return `${start}L${n(hip.x + (knee.x - hip.x) * share)} ${n(hip.y + (knee.y - hip.y) * share)}`
  }
  const share = (length - 0.5) * 2
  return `${start}L${n(knee.x)} ${n(knee.y)}L${n(knee.x + (ankle.x - knee.x) * share)} ${n(knee.y + (ankle.y - knee.y) * share)}`
}

/** The legs of somebody sitting cross-legged on a mat, drawn over the lap. */
function crossedLegs(look: Look, b: Build): string {
  const y = -b.limb * 0.5
  const wide = b.hip * 1.9
  const colour = look.legs?.colour ?? look.top.colour
  return (
    line(`M${n(-b.hip)} ${n(y - 3)}L${n(-wide)} ${n(y)}L${n(b.hip * 0.7)} ${n(y + 2)}`, colour, b.limb * 1.2) +
    line(`M${n(b.hip)} ${n(y - 3)}L${n(wide)} ${n(y)}L${n(-b.hip * 0.5)} ${n(y + 3)}`, colour, b.limb * 1.2) +
    disc(b.hip * 1.2, y + 2, b.limb * 0.5, look.head.skin) +
    disc(-b.hip * 1.1, y + 3, b.limb * 0.5, look.head.skin)
  )
}
