import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { Table, type Column } from '../ui/table.tsx'
import type { StudentAttempt } from './use-student.ts'

type Props = {
  username: string
  attempts: readonly StudentAttempt[]
  onReset: (attempt: StudentAttempt) => void
}

export function AttemptTable({ username, attempts, onReset }: Props) {
  const columns: readonly Column<StudentAttempt>[] = [
    { title: 'Quiz', kind: 'who', cell: ({ videoTitle }) => <b>{videoTitle}</b> },
    { title: 'Age', kind: 'detail', cell: ({ ageCategory }) => <span className="nobr">{ageCategory}</span> },
    {
      title: 'Points',
      kind: 'detail',
      cell: ({ score, maxScore }) => <span className="nobr">{`${score} of ${maxScore}`}</span>,
    },
    { title: 'Begun', kind: 'detail', cell: ({ startedAt }) => formatDateTime(new Date(startedAt)) },
    { title: 'State', cell: stateOf },
    {
      title: 'Actions',
      kind: 'act',
      cell: (attempt) =>
        attempt.resetAt === null && (
          <Button kind="line" size="sm" onClick={() => onReset(attempt)}>
            Reset
            <span className="sr">{` ${attempt.videoTitle}, ${attempt.ageCategory}`}</span>
          </Button>
        ),
    },
  ]
  return (
    <Table caption={`Quizzes of ${username}`} columns={columns} rows={attempts} rowKey={(attempt) => attempt._id} />
  )
}

function stateOf({ resetAt, resetReason, state }: StudentAttempt) {
  if (resetAt !== null) {
    return (
      <>
        <Chip icon="arrow-counter-clockwise">{`Reset ${formatDateTime(new Date(resetAt))}`}</Chip>
        {resetReason !== null && <p className="small muted">{resetReason}</p>}
      </>
    )
  }
  return state === 'running' ? (
    <Chip kind="warn" icon="timer">
      Running
    </Chip>
  ) : (
    <Chip kind="ok" icon="lock-simple">
      Finished
    </Chip>
  )
}
