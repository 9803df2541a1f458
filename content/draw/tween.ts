/** Pure functions of time, which return where something is at second `t`. */
export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value))

export const mix = (from: number, to: number, share: number): number => from + (to - from) * share

/** 0 before `start`, 1 after `end`, smooth between. */
export function ease(t: number, start: number, end: number): number {
  const share = clamp((t - start) / Math.max(end - start, 1e-6))
  return share * share * (3 - 2 * share)
}

/** 0 to 1 with a small overshoot, for bubbles and cards that pop in. */
export function pop(t: number, start: number, length = 0.35): number {
  const share = clamp((t - start) / length)
  if (share === 0) return 0
  return 1 + 2.2 * (share - 1) ** 3 + 1.2 * (share - 1) ** 2
}

export type Key = readonly [second: number, value: number]

/** A value that follows keyframes, eased between each pair. */
export function keys(t: number, frames: readonly Key[], smooth = true): number {
  let last: Key | undefined
  for (const frame of frames) {
    if (t < frame[0]) {
      if (!last) return frame[1]
      const share = smooth ? ease(t, last[0], frame[0]) : clamp((t - last[0]) / (frame[0] - last[0]))
      return mix(last[1], frame[1], share)
    }
    last = frame
  }
  return last ? last[1] : 0
}

export const sway = (t: number, hertz: number, phase = 0): number => Math.sin((t * hertz + phase) * Math.PI * 2)

/** Where a walker is, how far the legs swing (0 to 1) and which way it faces. */
export interface Step {
  x: number
  stride: number
  face: 1 | -1
}

/** A walk along x. The speed between two keys is constant, so that planted feet do not slide. */
export function walk(t: number, frames: readonly Key[], restFace: 1 | -1 = 1): Step {
  const x = keys(t, frames, false)
  const speed = (keys(t + 0.12, frames, false) - keys(t - 0.12, frames, false)) / 0.24
  const face = Math.abs(speed) < 4 ? lastFace(t, frames, restFace) : speed > 0 ? 1 : -1
  return { x, stride: clamp(Math.abs(speed) / 45), face }
}

function lastFace(t: number, frames: readonly Key[], restFace: 1 | -1): 1 | -1 {
  let face = restFace
  frames.forEach((frame, i) => {
    const before = frames[i - 1]
    if (before && frame[0] <= t && frame[1] !== before[1]) face = frame[1] > before[1] ? 1 : -1
  })
  return face
}

/** A repeatable random number: the same seed always gives the same one. */
export function chance(seed: number): number {
  const wild = Math.sin(seed * 127.1 + 311.7) * 43758.5453
  return wild - Math.floor(wild)
}
