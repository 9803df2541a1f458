import { confirmAdmin } from '@baobab/contract/admins.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { useId, useState } from 'react'
import { call } from '../api/call.ts'
import { usePasswordQuestion } from '../api/fresh-login.ts'
import { Dialog } from '../ui/dialog.tsx'
import { AgainFields } from './again-fields.tsx'
import { RefusalNote } from './refusal-note.tsx'
import { useAgainForm } from './use-again-form.ts'

/** Stands once in the console: whatever call wants the password again waits here, and then goes on by itself. */
export function FreshLogin() {
  const question = usePasswordQuestion()
  const id = useId()
  const [isSending, setSending] = useState(false)
  return (
    <Dialog
      isOpen={question !== undefined}
      title={accountsText.passwordAgain}
      confirmLabel="Go on"
      busyLabel={isSending && 'Checking...'}
      formId={id}
      // What is on its way cannot be called back.
      onCancel={() => !isSending && question?.answer(false)}
    >
      {question && <Question id={id} onSending={setSending} onConfirmed={() => question.answer(true)} />}
    </Dialog>
  )
}

type Props = { id: string; onSending: (isSending: boolean) => void; onConfirmed: () => void }

function Question({ id, onSending, onConfirmed }: Props) {
  const { form, isCodeAsked, submit, refusal } = useAgainForm(async (body) => {
    onSending(true)
    await call(confirmAdmin, { body }).finally(() => onSending(false))
    onConfirmed()
  })
  return (
    <form id={id} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
      <p>It is a while since you logged in, and this is worth a second look.</p>
      <AgainFields form={form} isCodeAsked={isCodeAsked} />
      <RefusalNote refusal={refusal} />
    </form>
  )
}
