import { useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AttemptTable } from './attempt-table.tsx'
import { ResetAttemptDialog } from './reset-attempt-dialog.tsx'
import { useStudentAttempts, type StudentAttempt } from './use-student-attempts.ts'

/** An admin looks up the quizzes of one student and may take one back. */
export function StudentAttempts() {
  const { form, submit, username = '', attempts, failure, isBusy } = useStudentAttempts()
  const [toReset, setToReset] = useState<StudentAttempt>()
  const results = useRef<HTMLHeadingElement>(null)
  return (
    <section className="card card--flush" aria-labelledby="attempts">
      <div className="stack attempts__h">
        <h2 className="card__h" id="attempts">
          Quiz attempts of a student
        </h2>
        <form className="attempts__f" noValidate onSubmit={(event) => void submit(event)}>
          <TextField
            label="Username"
            hint="Each look is written down with your name."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={form.formState.errors.username?.message}
            {...form.register('username')}
          />
          <Button type="submit" kind="line" busyLabel={isBusy && 'Looking...'}>
            Show attempts
          </Button>
        </form>
        {failure && (
          <Note kind="bad" role="alert">
            {failure}
          </Note>
        )}
        <p className="sr" role="status">
          {attempts && `${username}: ${counted(attempts.length, 'quiz', 'quizzes')}`}
        </p>
        {attempts && (
          <h3 className="h-20" ref={results} tabIndex={-1}>
            {attempts.length === 0 ? `${username} has not begun a quiz yet.` : `Quizzes of ${username}`}
          </h3>
        )}
      </div>
      {attempts && attempts.length > 0 && <AttemptTable username={username} attempts={attempts} onReset={setToReset} />}
      <ResetAttemptDialog
        username={username}
        attempt={toReset}
        onClose={() => setToReset(undefined)}
        onReset={() => results.current?.focus()}
      />
    </section>
  )
}
