import { eraseAccount } from '@baobab/contract/privacy.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { callApi } from '../api/call-api.ts'
import { showFieldErrors, errorMessage } from '../api/error-message.ts'
import { studentSession } from '../api/session.ts'
import { deleteLocalVideoData } from '../videos/delete-local-video-data.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Note } from '../ui/note.tsx'
import { PasswordField } from '../ui/password-field.tsx'

type Props = {
  isOpen: boolean
  /** Whose password is asked for. */
  email: string
  onErased: (message: string) => void
  onCancel: () => void
}

function useEraseForm(onErased: Props['onErased']) {
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    defaultValues: { password: '' },
    resolver: zodResolver(eraseAccount.body, undefined, { raw: true }),
  })
  const submit = form.handleSubmit(async (body) => {
    setProblem(undefined)
    try {
      const studentId = studentSession()?.studentId
      const { message } = await callApi(eraseAccount, { body })
      if (studentId) await deleteLocalVideoData(studentId)
      onErased(message)
    } catch (error) {
      if (!showFieldErrors(error, ['password'], form.setError)) setProblem(errorMessage(error))
    }
  })
  function clear() {
    form.reset()
    setProblem(undefined)
  }
  return { form, submit, clear, problem, isSending: form.formState.isSubmitting }
}

/** Asks for the password before the account goes, and says what goes and what stays. */
export function EraseDialog({ isOpen, email, onErased, onCancel }: Props) {
  const { form, submit, clear, problem, isSending } = useEraseForm(onErased)
  const formId = useId()

  function cancel() {
    // What is on its way cannot be called back: the question stays until it is answered.
    if (isSending) return
    clear()
    onCancel()
  }

  return (
    <Dialog
      isOpen={isOpen}
      title="Do you want to delete your account?"
      confirmLabel="Delete my account"
      busyLabel={isSending && 'Deleting...'}
      isDangerous
      formId={formId}
      onCancel={cancel}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>
          Your details, picture, logins and the list of what you watched go at once. Nobody can bring them back, and you
          leave the leaderboard. Your answers, points and payments stay in our books under no name. Your username is not
          given out again.
        </p>
        {/* Tells a password manager whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          {...form.register('password')}
          error={form.formState.errors.password?.message}
        />
        {problem && (
          <Note kind="bad" role="alert">
            {problem}
          </Note>
        )}
      </form>
    </Dialog>
  )
}
