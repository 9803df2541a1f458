export const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const

/** Returns the next speed in a direction, or the same one at either end. */
export function stepSpeed(speed: number, step: 1 | -1): number {
  const index = SPEEDS.findIndex((one) => one >= speed)
  return SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, index + step))] ?? 1
}

/** Parses a stored preference; an invalid one means normal speed. */
export function parseSpeed(stored: string | null): number {
  return SPEEDS.find((speed) => String(speed) === stored) ?? 1
}
