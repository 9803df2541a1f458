import type { DrawNotice } from '@baobab/contract/scholarship/draw/files.ts'
import { disqualificationLabels, replacementLabels } from '@baobab/contract/scholarship/draw/list.ts'
import { MAX_ATTEMPTS } from '@baobab/contract/scholarship/draw/schedule.ts'
import type { DrawDetail } from '@baobab/contract/scholarship/endpoints.ts'
import { Card } from '../ui/card.tsx'
import { ForExperts } from '../ui/for-experts.tsx'
import { formatDateTime } from '../ui/format.ts'
import { Hash } from './hash-seal.tsx'
import { text } from './text.ts'

function describeStruck(draw: DrawDetail, { at, indexes, nonce }: DrawNotice & { kind: 'struck' }): string {
  if (nonce !== undefined) return text.opened(indexes)
  if (indexes.length > 0) return at === draw.frozenAt ? text.struckWithList(indexes) : text.struck(indexes)
  const isAnyoneOut = draw.notices.some(
    (notice) =>
      notice.kind === 'sealed' ||
      notice.kind === 'disqualified' ||
      (notice.kind === 'struck' && notice.indexes.length > 0),
  )
  return isAnyoneOut ? text.nobodyElseStruck : text.nobodyStruck
}

/** What was published about a draw with or after its list. */
export function Notices({ draw }: { draw: DrawDetail }) {
  const { notices } = draw
  if (notices.length === 0) return null
  return (
    <Card className="stack" aria-labelledby="notices">
      <h2 className="card__h" id="notices">
        {text.notices}
      </h2>
      <ul className="stack stack-2">
        {notices.map((notice, n) => (
          // Notices are only ever appended, and several may have the same time.
          <li key={n}>
            <span className="muted small">{formatDateTime(new Date(notice.at))}</span>
            <br />
            {notice.kind === 'struck' && describeStruck(draw, notice)}
            {notice.kind === 'sealed' && (
              <>
                {text.sealed}
                <ForExperts>
                  <p>{text.sealedCode}</p>
                  <Hash hash={notice.seal} label={text.sealed} />
                </ForExperts>
              </>
            )}
            {notice.kind === 'disqualified' &&
              text.disqualified({
                ...notice,
                reason: notice.reason && disqualificationLabels[notice.reason],
                isLast: notice.attempt >= MAX_ATTEMPTS,
              })}
            {notice.kind === 'changed' &&
              (notice.change ? text.changed[notice.change](notice.index) : text.changedWinner(notice.index))}
            {notice.kind === 'fallback' && text.fallback}
            <WitnessNotice notice={notice} earlier={notices.slice(0, n)} />
            {notice.kind === 'voided' && text.replaced(replacementLabels[notice.reason])}
            {'admins' in notice && <p>{text.decided(notice)}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Announcements about witnesses: who draws, what one revealed, or that one refused. Empty for other notices. */
function WitnessNotice({ notice, earlier }: { notice: DrawNotice; earlier: readonly DrawNotice[] }) {
  if (notice.kind === 'witnesses')
    return (
      <>
        {text.witnesses}
        <ol className="stack stack-2">
          {notice.witnesses.map(({ name, commitment }) => (
            <li key={commitment}>
              {name}
              <ForExperts>
                <p>{text.itsPromise}</p>
                <p className="hash">{commitment}</p>
              </ForExperts>
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
      <ForExperts>
        <p className="hash">{notice.secret}</p>
      </ForExperts>
    </>
  )
}
