import { Icon } from './icon.tsx'
import { Motif, motifAt } from './motif.tsx'

export type Square = 'waiting' | 'now' | 'pending' | 'done' | 'wrong'

/** A square for each step: dashed if still to come, filled if done, a cross if wrong, and a filled outline while being sent. */
export function Squares({
  squares,
  label,
  wrap = false,
}: {
  squares: readonly Square[]
  label: string
  wrap?: boolean
}) {
  const look = wrap || squares.length > 12 ? 'squares squares--wrap' : 'squares'
  return (
    <div className={look} role="img" aria-label={label}>
      {squares.map((square, at) => (
        <span key={at} className={classes[square]}>
          {square === 'wrong' ? <Icon name="x" size="sm" /> : <Motif name={motifAt(at)} />}
        </span>
      ))}
    </div>
  )
}

const classes: Record<Square, string> = {
  waiting: 'sq',
  now: 'sq now',
  pending: 'sq kept',
  done: 'sq on',
  wrong: 'sq no',
}
