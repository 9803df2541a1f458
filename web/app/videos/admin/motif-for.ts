import { motifAt, type MotifName } from '../../ui/motif.tsx'

/** The motif of a video without a poster; the same one wherever it is shown. */
export function motifFor(id: string): MotifName {
  return motifAt(Number.parseInt(id.slice(0, 4), 16) || 0)
}
