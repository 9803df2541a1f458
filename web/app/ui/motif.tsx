import sprite from './art/motifs.svg?no-inline'

export const MOTIFS = ['moon', 'star', 'leaf', 'comb', 'cowrie', 'step', 'spiral', 'hatch'] as const
export type MotifName = (typeof MOTIFS)[number]

/** The same number always gives the same motif, so a question or a story keeps its square. */
export function motifAt(position: number): MotifName {
  return MOTIFS[Math.abs(position) % MOTIFS.length] ?? 'moon'
}

/** One adire motif, in the colour of the text around it. */
export function Motif({ name }: { name: MotifName }) {
  return (
    <svg className="motif" viewBox="0 0 80 80" fill="currentColor" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
