import { reauthenticateAdmin } from '@baobab/contract/accounts-admin.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { useId, useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { useReauthenticationRequest } from '../../api/reauthentication.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ReauthenticationFields } from './reauthentication-fields.tsx'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { useReauthenticationForm } from './use-reauthentication-form.ts'

/** Stands once in the console: whatever call wants the password again waits here, and then goes on by itself. */
export function ReauthenticationDialog() {
  const question = useReauthenticationRequest()
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
  const { form, isCodeAsked, submit, refusal } = useReauthenticationForm(async (body) => {
    onSending(true)
    await callApi(reauthenticateAdmin, { body }).finally(() => onSending(false))
    onConfirmed()
  })
  return (
    <form id={id} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
      <p>It is a while since you logged in, and this is worth a second look.</p>
      <ReauthenticationFields form={form} isCodeAsked={isCodeAsked} />
      <FormFailureNote failure={refusal} />
    </form>
  )
}
