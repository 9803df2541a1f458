// How fast a caption is read, so that the voice keeps up with the video.

/** Faster voices are hard to follow. The video waits for what is still being read. */
const RATE_MAX = 1.3
/** How many characters most voices read in a second at their own speed. */
export const USUAL_CHARACTERS_PER_SECOND = 14

/**
 * Returns the rate at which a voice reads a text.
 * @param seconds until the next caption, at the speed of the video
 * @param charactersPerSecond what this voice reads at its own speed
 */
export function captionRate({
  text,
  seconds,
  charactersPerSecond,
}: {
  text: string
  seconds: number
  charactersPerSecond: number
}): number {
  const needed = text.length / charactersPerSecond / Math.max(seconds, 0.1)
  return Math.min(RATE_MAX, Math.max(1, needed))
}

/** Returns how many characters a voice reads in a second, updated by one more measured text. Very short texts are ignored. */
export function measureVoice(before: number, { text, rate, ms }: { text: string; rate: number; ms: number }): number {
  if (ms < 100 || text.length < 10) return before
  const measured = text.length / (ms / 1_000) / rate
  return (before + Math.min(30, Math.max(6, measured))) / 2
}
