import { features, type Mood } from './face.ts'
import { ink } from './pigments.ts'
import { disc, fill, line, n, oval } from './svg.ts'

export type Hair = 'crop' | 'puffs' | 'braids' | 'fade' | 'none'
export type Wear = 'fila' | 'hula' | 'hijab' | 'gele' | 'cap' | 'none'

export interface Head {
  skin: string
  dark?: string
  hair?: Hair
  hairColour?: string
  wear?: Wear
  wearColour?: string
  wearTrim?: string
  beard?: string
}

const lineDark = '#1E0F09'

/** A person's head around its own centre, facing right. */
export function head(look: Head, r: number, mood: Mood): string {
  const dark = look.dark ?? lineDark
  const hair = look.hairColour ?? ink.black
  const wear = look.wear ?? 'none'
  const behind =
    wear === 'hijab' ? hijabBehind(look, r) : wear === 'gele' ? '' : hairBehind(look.hair ?? 'crop', hair, r)
  const ear =
    wear === 'hijab'
      ? ''
      : disc(-r * 0.72, r * 0.1, r * 0.22, look.skin) +
        line(`M${n(-r * 0.76)} ${n(r * 0.04)}q-3 3 1 6`, dark, 1.2, 'opacity=".5"')
  const skull = oval(0, 0, r * 0.94, r, look.skin)
  const cheeks =
    oval(r * 0.68, r * 0.3, r * 0.14, r * 0.1, ink.laterite500, 'opacity=".35"') +
    oval(-r * 0.3, r * 0.32, r * 0.14, r * 0.1, ink.laterite500, 'opacity=".35"')
  const beard = look.beard ? beardOf(look.beard, r) : ''
  const top = wear === 'none' ? hairTop(look.hair ?? 'crop', hair, r) : wearTop(wear, look, r, hair)
  const brows = look.beard ?? (look.hairColour === ink.white ? ink.white : dark)
  return behind + ear + skull + beard + cheeks + features(r, mood, dark, { brows }) + top
}

function hairBehind(hair: Hair, colour: string, r: number): string {
  if (hair === 'puffs') {
    return disc(-r * 0.95, -r * 0.72, r * 0.5, colour) + disc(r * 0.72, -r * 0.98, r * 0.46, colour)
  }
  if (hair === 'braids') {
    return line(
      `M${n(-r * 0.8)} ${n(-r * 0.3)}q${n(-r * 0.4)} ${n(r * 0.6)} ${n(-r * 0.2)} ${n(r * 1.3)}M${n(-r * 0.5)} 0q${n(-r * 0.4)} ${n(r * 0.6)} ${n(-r * 0.1)} ${n(r * 1.2)}`,
      colour,
      r * 0.26,
    )
  }
  return ''
}

/** The hair seen from the front: a single cap whose hairline leaves the forehead free. */
function hairTop(hair: Hair, colour: string, r: number): string {
  if (hair === 'none') return ''
  const low = hair === 'fade' ? -0.3 : 0.02
  const cap = fill(
    `M${n(-r * 0.97)} ${n(r * low)}A${n(r * 0.98)} ${n(r * 1.04)} 0 0 1 ${n(r * 0.9)} ${n(-r * 0.34)}Q${n(r * 0.5)} ${n(-r * 0.72)} ${n(-r * 0.1)} ${n(-r * 0.62)}Q${n(-r * 0.6)} ${n(-r * 0.52)} ${n(-r * 0.7)} ${n(r * low)}Z`,
    colour,
  )
  if (hair === 'puffs') {
    const ties = disc(-r * 0.68, -r * 0.62, r * 0.14, ink.danfo500) + disc(r * 0.5, -r * 0.82, r * 0.14, ink.danfo500)
    return (
      cap + line(`M0 ${n(-r * 1.02)}q${n(r * 0.08)} ${n(r * 0.2)} ${n(r * 0.1)} ${n(r * 0.36)}`, '#5B3622', 1.2) + ties
    )
  }
  return cap
}

function wearTop(wear: Wear, look: Head, r: number, hair: string): string {
  const colour = look.wearColour ?? ink.indigo700
  const trim = look.wearTrim ?? ink.danfo500
  const side = fill(
    `M${n(-r * 0.95)} ${n(-r * 0.34)}h${n(r * 0.3)}L${n(-r * 0.72)} ${n(r * 0.05)}L${n(-r * 0.93)} ${n(r * 0.05)}Z`,
    hair,
  )
  switch (wear) {
    case 'fila':
      return (
        side +
        fill(
          `M${n(-r * 1.0)} ${n(-r * 0.3)}Q${n(-r * 1.25)} ${n(-r * 1.5)} ${n(-r * 0.5)} ${n(-r * 1.5)}Q${n(r * 0.5)} ${n(-r * 1.62)} ${n(r * 0.92)} ${n(-r * 0.5)}Q0 ${n(-r * 0.82)} ${n(-r * 1.0)} ${n(-r * 0.3)}Z`,
          colour,
        ) +
        line(`M${n(-r * 0.98)} ${n(-r * 0.42)}Q0 ${n(-r * 0.96)} ${n(r * 0.88)} ${n(-r * 0.6)}`, trim, r * 0.1)
      )
    case 'hula':
      return (
        side +
        fill(
          `M${n(-r * 0.98)} ${n(-r * 0.3)}L${n(-r * 0.84)} ${n(-r * 1.34)}Q0 ${n(-r * 1.55)} ${n(r * 0.78)} ${n(-r * 1.38)}L${n(r * 0.93)} ${n(-r * 0.42)}Q0 ${n(-r * 0.74)} ${n(-r * 0.98)} ${n(-r * 0.3)}Z`,
          colour,
        ) +
        line(
          `M${n(-r * 0.9)} ${n(-r * 0.6)}Q0 ${n(-r * 1)} ${n(r * 0.86)} ${n(-r * 0.72)}`,
          trim,
          r * 0.09,
          'stroke-dasharray="1 5"',
        ) +
        line(`M${n(-r * 0.86)} ${n(-r * 0.86)}Q0 ${n(-r * 1.22)} ${n(r * 0.82)} ${n(-r * 0.98)}`, trim, r * 0.12)
      )
    case 'cap':
      return (
        side +
        fill(
          `M${n(-r * 0.98)} ${n(-r * 0.28)}A${n(r)} ${n(r * 1.05)} 0 0 1 ${n(r * 0.9)} ${n(-r * 0.46)}L${n(r * 1.42)} ${n(-r * 0.34)}Q${n(r * 1.2)} ${n(-r * 0.62)} ${n(r * 0.7)} ${n(-r * 0.5)}Q0 ${n(-r * 0.7)} ${n(-r * 0.98)} ${n(-r * 0.28)}Z`,
          colour,
        ) +
        disc(0, -r * 1.08, r * 0.1, trim)
      )
    case 'gele':
      return geleTop(colour, trim, r)
    case 'hijab':
      return hijabRim(colour, r)
    case 'none':
      return ''
  }
}

/** A gèlè: broad folded cloth, higher at the back, banded like aso-oke. */
function geleTop(colour: string, trim: string, r: number): string {
  return (
    fill(
      `M${n(-r * 1.0)} ${n(-r * 0.1)}Q${n(-r * 1.75)} ${n(-r * 1.2)} ${n(-r * 0.9)} ${n(-r * 1.7)}Q${n(r * 0.1)} ${n(-r * 2.05)} ${n(r * 1.0)} ${n(-r * 1.42)}Q${n(r * 1.3)} ${n(-r * 0.9)} ${n(r * 0.92)} ${n(-r * 0.36)}Q0 ${n(-r * 0.8)} ${n(-r * 1.0)} ${n(-r * 0.1)}Z`,
      colour,
    ) +
    line(
      `M${n(-r * 1.0)} ${n(-r * 0.34)}Q${n(-r * 0.1)} ${n(-r * 1.1)} ${n(r * 0.98)} ${n(-r * 0.62)}`,
      trim,
      r * 0.13,
    ) +
    line(
      `M${n(-r * 1.22)} ${n(-r * 0.85)}Q${n(-r * 0.2)} ${n(-r * 1.62)} ${n(r * 1.08)} ${n(-r * 1.0)}`,
      trim,
      r * 0.09,
    ) +
    line(
      `M${n(-r * 0.95)} ${n(-r * 1.42)}Q${n(-r * 0.1)} ${n(-r * 1.86)} ${n(r * 0.85)} ${n(-r * 1.36)}`,
      trim,
      r * 0.06,
    )
  )
}

function hijabBehind(look: Head, r: number): string {
  const colour = look.wearColour ?? ink.white
  return fill(
    `M${n(-r * 1.12)} 0A${n(r * 1.08)} ${n(r * 1.14)} 0 0 1 ${n(r * 1.04)} 0Q${n(r * 1.3)} ${n(r * 1.5)} ${n(r * 1.45)} ${n(r * 2.15)}Q0 ${n(r * 2.75)} ${n(-r * 1.5)} ${n(r * 2.15)}Q${n(-r * 1.35)} ${n(r * 1.2)} ${n(-r * 1.12)} 0Z`,
    colour,
  )
}

/** The cloth around the face: a ring that the face sits in. */
function hijabRim(colour: string, r: number): string {
  const outer = `M${n(-r * 1.12)} 0A${n(r * 1.09)} ${n(r * 1.13)} 0 0 1 ${n(r * 1.06)} 0Q${n(r * 1.06)} ${n(r * 0.8)} ${n(r * 0.5)} ${n(r * 1.24)}Q0 ${n(r * 1.5)} ${n(-r * 0.6)} ${n(r * 1.24)}Q${n(-r * 1.12)} ${n(r * 0.7)} ${n(-r * 1.12)} 0Z`
  const face = `M${n(-r * 0.52)} ${n(r * 0.05)}A${n(r * 0.7)} ${n(r * 0.74)} 0 0 1 ${n(r * 0.9)} ${n(r * 0.02)}Q${n(r * 0.86)} ${n(r * 0.92)} ${n(r * 0.2)} ${n(r * 0.94)}Q${n(-r * 0.46)} ${n(r * 0.92)} ${n(-r * 0.52)} ${n(r * 0.05)}Z`
  return (
    `<path d="${outer}${face}" fill="${colour}" fill-rule="evenodd"/>` +
    line(
      `M${n(-r * 0.5)} ${n(r * 1.5)}Q0 ${n(r * 1.85)} ${n(r * 0.7)} ${n(r * 1.45)}`,
      ink.indigo300,
      1.6,
      'opacity=".7"',
    )
  )
}

function beardOf(colour: string, r: number): string {
  return fill(
    `M${n(-r * 0.72)} ${n(r * 0.2)}Q${n(-r * 0.6)} ${n(r * 1.15)} ${n(r * 0.22)} ${n(r * 1.18)}Q${n(r * 0.9)} ${n(r * 1.1)} ${n(r * 0.88)} ${n(r * 0.3)}Q${n(r * 0.6)} ${n(r * 0.3)} ${n(r * 0.28)} ${n(r * 0.32)}Q${n(-r * 0.3)} ${n(r * 0.3)} ${n(-r * 0.72)} ${n(r * 0.2)}Z`,
    colour,
  )
}
