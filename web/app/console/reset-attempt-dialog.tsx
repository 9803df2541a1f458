import { leaderboard } from '@baobab/contract/leaderboard.ts'
import { listStudentAttempts, resetAttempt } from '@baobab/contract/quiz.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { applyServerErrors, sentenceOf } from '../api/errors.ts'
import { useSend } from '../api/q.ts'
import { Dialog } from '../ui/dialog.tsx'
import { counted } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import type { StudentAttempt } from './use-student-attempts.ts'

type Props = {
  username: string
  attempt: StudentAttempt | undefined
  onClose: () => void
  /** The button that opened the dialog goes: the focus needs another place. */
  onReset: () => void
}

/** Says what a reset does, and asks why. What was typed stays until it is done or given up. */
export function ResetAttemptDialog({ username, attempt, onClose, onReset }: Props) {
  const formId = useId()
  const send = useSend(resetAttempt, { changes: [listStudentAttempts, leaderboard] })
  const form = useForm({ defaultValues: { reason: '' }, mode: 'onTouched', resolver: zodResolver(resetAttempt.body) })
  const { isSubmitting, errors } = form.formState

  function close() {
    send.reset()
    form.reset()
    onClose()
  }

  const submit = form.handleSubmit(async (body) => {
    if (!attempt) return
    try {
      const reply = await send.mutateAsync({ params: { attemptId: attempt._id }, body })
      toast(reply.message)
      flushSync(close)
      onReset()
    } catch (error) {
      applyServerErrors(error, ['reason'], form.setError)
    }
  })

  return (
    <Dialog
      isOpen={attempt !== undefined}
      title="Reset this attempt?"
      confirmLabel="Reset"
      busyLabel={isSubmitting && 'Resetting...'}
      isDangerous
      formId={formId}
      onCancel={close}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        {attempt && <p>{effectOf(attempt, username)}</p>}
        <TextArea
          label="Reason"
          hint="It is kept with your name."
          rows={3}
          maxLength={500}
          error={errors.reason?.message}
          {...form.register('reason')}
        />
        {send.error && !errors.reason && (
          <Note kind="bad" role="alert">
            {sentenceOf(send.error)}
          </Note>
        )}
      </form>
    </Dialog>
  )
}

function effectOf({ videoTitle, ageCategory, score }: StudentAttempt, username: string): string {
  const points = score > 0 ? `${counted(score, 'point')} are taken back from ${username}` : 'No points are taken back'
  return `“${videoTitle}” (${ageCategory}): ${points}, and ${username} may take this quiz again.`
}
