import {
  adjustPoints,
  agreeToAdjustment,
  readStudentPoints,
  withdrawAdjustment,
  type PointsAdjustment,
  type StudentPoints as Points,
} from '@baobab/contract/leaderboard/admin.ts'
import { adjustmentText } from '@baobab/contract/leaderboard/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { AdjustDialog, pointsChanges, UndoDialog } from './adjust-dialogs.tsx'
import { formatChange, pointsText as text } from './points-text.ts'

const focusHeading = () => document.getElementById('points')?.focus()

/** A student's scores, and what admins have adjusted. */
export function StudentPoints({ username }: { username: string }) {
  // Every request is written to the audit log, so it is not repeated when the window regains focus.
  const query = useQuery({
    ...apiQuery(readStudentPoints, { params: { username } }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Card className="stack stack-3" aria-labelledby="points">
      <h2 className="card__h" id="points" tabIndex={-1}>
        {text.points}
      </h2>
      <p className="small muted">{text.help}</p>
      <QueryView
        query={query}
        failed={adjustmentText.pointsFailed}
        heading="h3"
        loading={
          <Loading text={adjustmentText.pointsLoading}>
            <RowsSkeleton rows={2} />
          </Loading>
        }
      >
        {(points) => <Scores username={username} points={points} />}
      </QueryView>
    </Card>
  )
}

function Scores({ username, points }: { username: string; points: Points }) {
  const [isAdjusting, setAdjusting] = useState(false)
  const [undoing, setUndoing] = useState<PointsAdjustment>()
  const { scores, adjustments } = points
  const common = { username, points, onDone: focusHeading }
  return (
    <>
      {scores.length === 0 && <p className="muted">{text.noCategory}</p>}
      {scores.length > 0 && (
        <dl className="sfacts">
          {scores.map(({ ageCategory, score }) => (
            <div key={ageCategory}>
              <dt>{text.inCategory(ageCategory)}</dt>
              <dd>{text.score(score)}</dd>
            </div>
          ))}
        </dl>
      )}
      <IfAllowed who={adjustPoints.who}>
        {scores.length > 0 && (
          <div>
            <Button kind="line" onClick={() => setAdjusting(true)}>
              <Icon name="plus" />
              {text.adjust}
            </Button>
          </div>
        )}
        {isAdjusting && <AdjustDialog {...common} onClose={() => setAdjusting(false)} />}
        {undoing && <UndoDialog adjustment={undoing} {...common} onClose={() => setUndoing(undefined)} />}
      </IfAllowed>
      {adjustments.length === 0 ? (
        <p className="muted">{text.noAdjustments}</p>
      ) : (
        <ul className="letters">
          {adjustments.map((adjustment) => (
            <Adjustment
              key={adjustment._id}
              username={username}
              adjustment={adjustment}
              onUndo={() => setUndoing(adjustment)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

type Props = { username: string; adjustment: PointsAdjustment; onUndo: () => void }

function Adjustment({ username, adjustment, onUndo }: Props) {
  const { amount, ageCategory, reason, state, isUndo, isUndone, canUndo } = adjustment
  const time = formatDateTime(new Date(adjustment.proposedAt))
  const of = <span className="sr">{text.ofChange(formatChange(amount), time)}</span>
  return (
    <li className="stack stack-2">
      <span className="row">
        <b>{formatChange(amount)}</b>
        <Chip>{text.inCategory(ageCategory)}</Chip>
        {isUndo && <Chip icon="arrow-counter-clockwise">{text.isUndo}</Chip>}
        {state === 'proposed' && <Chip kind="warn">{text.proposed}</Chip>}
        {state === 'withdrawn' && <Chip>{text.withdrawn}</Chip>}
        {isUndone && <Chip>{text.undone}</Chip>}
      </span>
      <span className="wrap-any">{reason}</span>
      {describe(adjustment, time).map((line) => (
        <span key={line} className="small muted">
          {line}
        </span>
      ))}
      <IfAllowed who={agreeToAdjustment.who}>
        {state === 'proposed' && <Decide username={username} adjustment={adjustment} of={of} />}
        {canUndo && (
          <div>
            <Button kind="line" size="sm" onClick={onUndo}>
              {text.undo}
              {of}
            </Button>
          </div>
        )}
      </IfAllowed>
    </li>
  )
}

/** Says who proposed a change, and who else decided it. */
function describe({ state, proposedBy, decidedBy, decidedAt }: PointsAdjustment, time: string): string[] {
  if (proposedBy === null) return [text.automatic(time)]
  const first = text.proposedBy(proposedBy, time)
  if (decidedAt === null) return [first]
  const at = formatDateTime(new Date(decidedAt))
  if (state === 'withdrawn') return [first, decidedBy === null ? text.notNeeded : text.withdrawnBy(decidedBy, at)]
  return decidedBy === null || decidedBy === proposedBy ? [first] : [first, text.approvedBy(decidedBy, at)]
}

/** Lets another admin approve a change, and anyone who may change points withdraw it. */
function Decide({ username, adjustment, of }: Omit<Props, 'onUndo'> & { of: ReactNode }) {
  const agreeing = useApiMutation(agreeToAdjustment, { changes: pointsChanges })
  const withdrawing = useApiMutation(withdrawAdjustment, { changes: pointsChanges })
  const error = agreeing.error ?? withdrawing.error

  async function decide(mutation: typeof agreeing | typeof withdrawing) {
    const params = { username, adjustmentId: adjustment._id }
    const reply = await mutation.mutateAsync({ params }).catch(() => undefined)
    if (!reply) return
    toast(reply.message)
    focusHeading()
  }

  return (
    <>
      <div className="row">
        {adjustment.canAgree && (
          <Button size="sm" busyLabel={agreeing.isPending && text.agreeing} onClick={() => void decide(agreeing)}>
            {text.agree}
            {of}
          </Button>
        )}
        <Button
          kind="line"
          size="sm"
          busyLabel={withdrawing.isPending && text.withdrawing}
          onClick={() => void decide(withdrawing)}
        >
          {text.withdraw}
          {of}
        </Button>
      </div>
      {error && (
        <Note kind="bad" role="alert">
          {errorMessage(error)}
        </Note>
      )}
    </>
  )
}
