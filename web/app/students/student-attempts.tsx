import { useRef, useState } from 'react'
import { AttemptTable } from './attempt-table.tsx'
import { ResetAttemptDialog } from './reset-attempt-dialog.tsx'
import type { StudentAttempt } from './use-student.ts'

type Props = { username: string; attempts: readonly StudentAttempt[] }

/** The quizzes a student has begun; an admin may take one back. */
export function StudentAttempts({ username, attempts }: Props) {
  const [toReset, setToReset] = useState<StudentAttempt>()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="card card--flush" aria-labelledby="attempts">
      <div className="stack stack-2 student__h">
        <h2 className="card__h" id="attempts" ref={heading} tabIndex={-1}>
          Quizzes of {username}
        </h2>
        {attempts.length === 0 && <p className="muted">No quiz has been begun yet.</p>}
      </div>
      {attempts.length > 0 && <AttemptTable username={username} attempts={attempts} onReset={setToReset} />}
      <ResetAttemptDialog
        username={username}
        attempt={toReset}
        onClose={() => setToReset(undefined)}
        onReset={() => heading.current?.focus()}
      />
    </section>
  )
}
