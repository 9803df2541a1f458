import { clamp } from './tween.ts'

export interface Point {
  x: number
  y: number
}

/** An arm: the angle of the upper part (0 hanging down, 90 forward, 180 up) and how far the elbow bends forward. */
export interface Arm {
  lift: number
  fold: number
}

export const hang: Arm = { lift: 6, fold: 12 }

/** An arm's elbow and hand from its shoulder, facing right. */
export function armPoints(shoulder: Point, arm: Arm, length: number): { elbow: Point; hand: Point } {
  const half = length / 2
  const upper = (arm.lift * Math.PI) / 180
  const lower = ((arm.lift + arm.fold) * Math.PI) / 180
  const elbow = { x: shoulder.x + Math.sin(upper) * half, y: shoulder.y + Math.cos(upper) * half }
  return { elbow, hand: { x: elbow.x + Math.sin(lower) * half, y: elbow.y + Math.cos(lower) * half } }
}

/** The arm that reaches a point relative to the shoulder (x forward, y down). */
export function reach(dx: number, dy: number, length: number): Arm {
  const half = length / 2
  const far = clamp(Math.hypot(dx, dy), 1, length - 0.5)
  const toHand = Math.atan2(dx, dy)
  const open = Math.acos(clamp(far / 2 / half, -1, 1))
  const degrees = (radians: number) => (radians * 180) / Math.PI
  return { lift: degrees(toHand - open), fold: degrees(2 * open) }
}

/** The knee between hip and foot, bent forward. */
export function kneeOf(hip: Point, foot: Point, length: number): Point {
  const half = length / 2
  const far = Math.min(Math.hypot(foot.x - hip.x, foot.y - hip.y), length)
  const bend = Math.sqrt(Math.max(half * half - (far / 2) ** 2, 0))
  const middle = { x: (hip.x + foot.x) / 2, y: (hip.y + foot.y) / 2 }
  const along = { x: (foot.x - hip.x) / (far || 1), y: (foot.y - hip.y) / (far || 1) }
  return { x: middle.x + along.y * bend, y: middle.y - along.x * bend }
}

/** A foot while walking: on the ground for half of the cycle, and lifted and moved forward in the other half. */
export function footAt(distance: number, reachX: number, stride: number, offset: number): Point {
  const cycle = distance / (4 * reachX) + offset
  const share = cycle - Math.floor(cycle)
  const x = share < 0.5 ? reachX * (1 - 4 * share) : reachX * (-1 + 4 * (share - 0.5))
  const y = share < 0.5 ? 0 : -reachX * 0.5 * Math.sin((share - 0.5) * 2 * Math.PI)
  return { x: x * stride, y: y * stride }
}
