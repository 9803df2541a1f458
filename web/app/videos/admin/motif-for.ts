import { motifAt, type MotifName } from '../../ui/motif.tsx'

/** Returns the motif of a video without a poster: the same one wherever the admin sees it. */
export function motifFor(videoId: string): MotifName {
  return motifAt(Number.parseInt(videoId.slice(0, 4), 16) || 0)
}
