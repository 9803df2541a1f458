export const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const

/** The next speed in a direction; the last one stays. */
export function stepSpeed(speed: number, step: 1 | -1): number {
  const at = SPEEDS.findIndex((one) => one >= speed)
  return SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + step))] ?? 1
}

/** What was kept on this phone; anything odd is the usual speed. */
export function parseSpeed(kept: string | null): number {
  return SPEEDS.find((speed) => String(speed) === kept) ?? 1
}
