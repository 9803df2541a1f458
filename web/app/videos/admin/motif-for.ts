import { motifAt, type MotifName } from '../../ui/motif.tsx'

/** Returns the motif of a video without a poster: always the same one for a video. */
export function motifFor(videoId: string): MotifName {
  return motifAt(Number.parseInt(videoId.slice(0, 4), 16) || 0)
}
