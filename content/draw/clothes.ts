import { ink } from './pigments.ts'
import { disc, fill, line, many, n } from './svg.ts'

/** What covers the torso. `length` is how far below the hip it hangs, as a fraction of the leg. */
export interface Top {
  colour: string
  trim: string
  length: number
  flare?: number
  pattern?: 'plain' | 'asooke' | 'adire' | 'pinafore' | 'embroidered' | 'suit' | 'check'
  sleeve?: 'short' | 'long'
}

export interface Frame {
  shoulder: number
  shoulderY: number
  hip: number
  hipY: number
  leg: number
  sway: number
}

/** The torso as one flat shape from shoulders to hem, with its cloth's pattern. */
export function torso(top: Top, frame: Frame): string {
  const { shoulder: s, shoulderY: y, hipY } = frame
  const hemY = hipY + 4 + frame.leg * top.length
  const hem = frame.hip + 3 + frame.leg * top.length * (top.flare ?? 0.22)
  const left = -hem + frame.sway
  const right = hem + frame.sway
  const shape = `M${n(-s + 5)} ${n(y - 5)}Q${n(-s - 1)} ${n(y - 4)} ${n(-s - 1)} ${n(y + 5)}L${n(left)} ${n(hemY - 2)}Q${n(frame.sway)} ${n(hemY + 3)} ${n(right)} ${n(hemY - 2)}L${n(s + 1)} ${n(y + 5)}Q${n(s + 1)} ${n(y - 4)} ${n(s - 5)} ${n(y - 5)}Z`
  return fill(shape, top.colour) + marks(top, frame, hemY, hem)
}

function marks(top: Top, frame: Frame, hemY: number, hem: number): string {
  const { shoulder: s, shoulderY: y, sway } = frame
  const edge = line(
    `M${n(-hem + sway + 1.5)} ${n(hemY - 4)}Q${n(sway)} ${n(hemY + 0.5)} ${n(hem + sway - 1.5)} ${n(hemY - 4)}`,
    top.trim,
    2.6,
  )
  switch (top.pattern ?? 'plain') {
    case 'asooke':
      return many(3, (i) => {
        const share = (i - 1) * 0.62
        return line(
          `M${n(share * s)} ${n(y - 4)}L${n(share * hem * 0.95 + sway)} ${n(hemY - 2)}`,
          top.trim,
          i === 1 ? 4 : 2.6,
        )
      })
    case 'adire':
      return (
        edge +
        many(9, (i) => {
          const row = Math.floor(i / 3)
          const x = ((i % 3) - 1) * (s * 0.62 + row * 2) + sway * 0.5
          return disc(x, y + 12 + row * ((hemY - y - 18) / 3), 2.6, 'none', `stroke="${top.trim}" stroke-width="1.4"`)
        })
      )
    case 'pinafore':
      return edge + fill(`M${n(-s + 3)} ${n(y - 5)}h5l2 14h${n(2 * s - 20)}l2 -14h5l1 18h${n(-2 * s + 2)}Z`, top.trim)
    case 'embroidered':
      return (
        line(`M-3 ${n(y - 4)}v15q3 5 6 0V${n(y - 4)}`, top.trim, 2) +
        line(`M0 ${n(y + 13)}v9`, top.trim, 1.6, 'stroke-dasharray="1 3"') +
        edge
      )
    case 'suit':
      return fill(`M-4 ${n(y - 5)}h12l-5 22Z`, ink.white) + line(`M2 ${n(y - 1)}l1 14`, top.trim, 3.4)
    case 'check':
      return (
        many(3, (i) => line(`M${n(-s + 1)} ${n(y + 6 + i * 12)}h${n(2 * s - 2)}`, top.trim, 1.8)) +
        line(`M-5 ${n(y - 3)}V${n(hemY - 3)}M6 ${n(y - 3)}V${n(hemY - 3)}`, top.trim, 1.8)
      )
    case 'plain':
      return edge
  }
}
