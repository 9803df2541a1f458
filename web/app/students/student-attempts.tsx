import { readFlagged } from '@baobab/contract/fair-play/admin.ts'
import { resetAttempt } from '@baobab/contract/quiz/admin.ts'
import type { StudentDetails } from '@baobab/contract/students/endpoints.ts'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { useApiMutation } from '../api/query.ts'
import { IfAllowed } from '../shell/if-allowed.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { formatDateTime, formatCount } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { TableCard, type Column } from '../ui/table.tsx'
import { ReasonDialog, studentChanges } from './student-actions.tsx'
import { text } from './text.ts'

type Attempt = StudentDetails['attempts'][number]

/** Lists the quizzes that a student has started, which an admin can reset. */
export function StudentAttempts({ username, attempts }: { username: string; attempts: readonly Attempt[] }) {
  const [toReset, setToReset] = useState<Attempt>()
  const heading = useRef<HTMLHeadingElement>(null)
  const reset = useApiMutation(resetAttempt, { changes: studentChanges })
  return (
    <TableCard
      id="attempts"
      title={text.quizzesOf(username)}
      headingRef={heading}
      help={attempts.length === 0 ? text.noQuizzes : undefined}
      columns={attemptColumns(setToReset)}
      rows={attempts}
      rowKey={({ _id }) => _id}
    >
      <div className="tcard__h">
        <Link to={adminPaths.points(username)}>{text.allPoints}</Link>
      </div>
      <ReasonDialog
        isOpen={toReset !== undefined}
        title={text.resetTitle}
        effect={toReset ? describeReset(toReset, username) : ''}
        confirmLabel={text.reset}
        busyLabel={text.resetting}
        isDangerous
        send={(reason) => reset.mutateAsync({ params: { attemptId: toReset?._id ?? '' }, body: { reason } })}
        onClose={() => setToReset(undefined)}
        onDone={() => heading.current?.focus()}
      />
    </TableCard>
  )
}

function describeReset({ videoTitle, ageCategory, score }: Attempt, username: string): string {
  return score > 0
    ? text.resetWithPoints(videoTitle, ageCategory, formatCount(score, 'point'), username)
    : text.resetWithoutPoints(videoTitle, ageCategory, username)
}

function attemptColumns(onReset: (attempt: Attempt) => void): readonly Column<Attempt>[] {
  return [
    {
      title: text.quiz,
      kind: 'who',
      cell: ({ _id, videoTitle }) => <Link to={adminPaths.attempt(_id)}>{videoTitle}</Link>,
    },
    { title: text.age, kind: 'detail', cell: ({ ageCategory }) => <span className="nobr">{ageCategory}</span> },
    {
      title: text.points,
      kind: 'detail',
      cell: ({ score, maxScore }) => <span className="nobr">{text.pointsOf(score, maxScore)}</span>,
    },
    { title: text.started, kind: 'detail', cell: ({ startedAt }) => formatDateTime(new Date(startedAt)) },
    { title: text.state, cell: (attempt) => <AttemptState {...attempt} /> },
    {
      title: text.actions,
      kind: 'act',
      cell: (attempt) =>
        attempt.resetAt === null && (
          <IfAllowed who={resetAttempt.who}>
            <Button kind="line" size="sm" onClick={() => onReset(attempt)}>
              {text.reset}
              <span className="sr">{` ${attempt.videoTitle}, ${attempt.ageCategory}`}</span>
            </Button>
          </IfAllowed>
        ),
    },
  ]
}

function AttemptState({ resetAt, resetReason, state }: Attempt) {
  if (resetAt !== null) {
    return (
      <>
        <Chip icon="arrow-counter-clockwise">{text.resetOn(formatDateTime(new Date(resetAt)))}</Chip>
        {resetReason !== null && <p className="small muted">{resetReason}</p>}
      </>
    )
  }
  return state === 'running' ? (
    <Chip kind="warn" icon="timer">
      {text.running}
    </Chip>
  ) : (
    <Chip kind="ok" icon="lock-simple">
      {text.finished}
    </Chip>
  )
}

/** Says whether a student's points are being checked, with a link to the evidence. */
export function StudentFairPlay({ student }: { student: StudentDetails['data'] }) {
  const { username, heldAt, flagCount, openFlagCount } = student
  return (
    <Card className="stack stack-3" aria-labelledby="fair-play">
      <h2 className="card__h" id="fair-play">
        {text.fairPlay}
      </h2>
      {heldAt !== null && (
        <Note kind="warn" icon="pause">
          {text.onHoldSince(formatDateTime(new Date(heldAt)))}
        </Note>
      )}
      <p className="muted">
        {flagCount === 0 ? text.noFlags : text.flags(formatCount(flagCount, 'flag'), openFlagCount)}
      </p>
      <IfAllowed who={readFlagged.who}>
        <div>
          <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.flagged(username)}>
            {text.openFairPlay}
          </Link>
        </div>
      </IfAllowed>
    </Card>
  )
}
