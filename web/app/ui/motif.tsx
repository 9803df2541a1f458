import sprite from './art/motifs.svg?no-inline'

export const MOTIFS = ['moon', 'star', 'leaf', 'comb', 'cowrie', 'step', 'spiral', 'hatch'] as const
export type MotifName = (typeof MOTIFS)[number]

/** Returns the motif for a position: always the same one, so that a question or a video keeps its motif. */
export function motifAt(position: number): MotifName {
  return MOTIFS[Math.abs(position) % MOTIFS.length] ?? 'moon'
}

/** An adire motif in the colour of the surrounding text. */
export function Motif({ name }: { name: MotifName }) {
  return (
    <svg className="motif" viewBox="0 0 80 80" fill="currentColor" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
