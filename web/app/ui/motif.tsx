import sprite from './art/motifs.svg?no-inline'

export const MOTIFS = ['moon', 'star', 'leaf', 'comb', 'cowrie', 'step', 'spiral', 'hatch'] as const
export type MotifName = (typeof MOTIFS)[number]

/** Motifs drawn for a single purpose, and never chosen by position. */
export type SpecialMotif = 'scales' | 'seedling' | 'bird' | 'rings'

/** Returns the address of a motif, or of the drawing of a league's tier, for a `use` element in another drawing. */
export function motifHref(name: MotifName | SpecialMotif | `tier-${string}`): string {
  return `${sprite}#${name}`
}

/** Returns the motif for a position: always the same one, so that a question or video keeps its motif. */
export function motifAt(position: number): MotifName {
  return MOTIFS[Math.abs(position) % MOTIFS.length] ?? 'moon'
}

/** An adire motif in the colour of the surrounding text. */
export function Motif({ name }: { name: MotifName | SpecialMotif }) {
  return (
    <svg className="motif" viewBox="0 0 80 80" fill="currentColor" aria-hidden="true">
      <use href={motifHref(name)} />
    </svg>
  )
}
