// Moments of a video as people write them: minutes and seconds.

/** Reads '1:05' or '65' as 65 seconds. @returns undefined if the text is neither */
export function parseMoment(text: string): number | undefined {
  const match = /^(?:(\d{1,3}):([0-5]\d)|(\d{1,5}))$/.exec(text.trim())
  if (!match) return undefined
  const [, minutes, seconds, whole] = match
  return whole === undefined ? Number(minutes) * 60 + Number(seconds) : Number(whole)
}

/** Writes 65 seconds as '1:05'. */
export function formatMoment(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
