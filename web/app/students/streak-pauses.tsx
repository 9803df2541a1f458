import { noonInLagos } from '@baobab/contract/kernel/days.ts'
import type { StreakPause } from '@baobab/contract/quiz/endpoints.ts'
import { PauseForm } from '@baobab/contract/quiz/forms.ts'
import { deleteStreakPause, pauseStudentStreak, studentDetails } from '@baobab/contract/students/endpoints.ts'
import { errorMessage } from '../api/error-message.ts'
import { useApiMutation } from '../api/query.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { IfAllowed } from '../shell/if-allowed.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/fields.tsx'
import { formatDate } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast.tsx'
import { text } from './text.ts'

/** The pauses of a student's streak, and a form for adding one. */
export function StreakPauses({ username, pauses }: { username: string; pauses: readonly StreakPause[] }) {
  return (
    <Card className="stack stack-3" aria-labelledby="streak-pauses">
      <h2 className="card__h" id="streak-pauses" tabIndex={-1}>
        {text.streakPauses}
      </h2>
      <p className="small muted">{text.streakPausesHelp}</p>
      {pauses.length === 0 && <p className="muted">{text.noStreakPauses}</p>}
      <ul className="pauses">
        {pauses.map((pause) => (
          <Pause key={pause._id} username={username} pause={pause} />
        ))}
      </ul>
      <IfAllowed who={pauseStudentStreak.who}>
        <AddPause username={username} />
      </IfAllowed>
    </Card>
  )
}

function Pause({ username, pause: { _id, from, to, setBy } }: { username: string; pause: StreakPause }) {
  const deletion = useApiMutation(deleteStreakPause, { changes: [studentDetails] })
  const days = text.pauseDays(formatDate(noonInLagos(from)), formatDate(noonInLagos(to)))

  async function remove() {
    const reply = await deletion.mutateAsync({ params: { username, pauseId: _id } }).catch(() => undefined)
    if (!reply) return
    toast(reply.message)
    // The button that had the focus has disappeared.
    document.getElementById('streak-pauses')?.focus()
  }

  return (
    <li>
      <span>
        {days} <span className="small muted">{text.pauseSetBy[setBy]}</span>
      </span>
      <IfAllowed who={deleteStreakPause.who}>
        <Button
          kind="line"
          size="sm"
          busyLabel={deletion.isPending && text.deletingPause}
          onClick={() => void remove()}
        >
          {text.deletePause}
          <span className="sr">{text.ofPause(days)}</span>
        </Button>
      </IfAllowed>
      {deletion.error && (
        <Note kind="bad" role="alert">
          {errorMessage(deletion.error)}
        </Note>
      )}
    </li>
  )
}

function AddPause({ username }: { username: string }) {
  const pause = useApiMutation(pauseStudentStreak, { changes: [studentDetails] })
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: PauseForm,
    // With 'onTouched', an error appearing under the field could move the button while it is being pressed.
    mode: 'onSubmit',
    defaultValues: { from: '', to: '' },
    send: async (body) => {
      toast((await pause.mutateAsync({ params: { username }, body })).message)
      form.reset()
    },
  })
  return (
    <form className="stack stack-3" noValidate aria-labelledby="streak-pauses" onSubmit={(event) => void submit(event)}>
      <div className="pauses__f">
        <TextField label={text.pauseFrom} type="date" {...field('from')} />
        <TextField label={text.pauseTo} type="date" {...field('to')} />
      </div>
      <FormFailureNote failure={failure} />
      <div>
        <Button type="submit" kind="line" busyLabel={isSending && text.pausing}>
          {text.pause}
        </Button>
      </div>
    </form>
  )
}
