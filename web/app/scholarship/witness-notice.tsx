import type { DrawNotice } from '@baobab/contract/scholarship/draw/files.ts'
import { text } from './text.ts'

/** What was announced about witnesses: who draws, what one revealed, or that one refused. Empty for other notices. */
export function WitnessNotice({ notice, earlier }: { notice: DrawNotice; earlier: readonly DrawNotice[] }) {
  if (notice.kind === 'witnesses')
    return (
      <>
        {text.witnesses}
        <ol className="stack stack-2">
          {notice.witnesses.map(({ name, commitment }) => (
            <li key={commitment}>
              {name}
              <p className="hash">{commitment}</p>
            </li>
          ))}
        </ol>
      </>
    )
  if (notice.kind !== 'revealed' && notice.kind !== 'refused') return null
  const named = earlier.findLast((one) => one.kind === 'witnesses')
  const name = (named?.kind === 'witnesses' && named.witnesses[notice.position]?.name) || ''
  if (notice.kind === 'refused') return text.refused(name)
  return (
    <>
      {text.revealed(name)}
      <p className="hash">{notice.secret}</p>
    </>
  )
}
