import { reauthenticateAdmin } from '@baobab/contract/accounts/admin.ts'
import { accountsAdminText } from '@baobab/contract/accounts/text.ts'
import { useId, useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { useReauthenticationRequest } from '../../api/reauthentication.ts'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ReauthenticationFields, useReauthenticationForm } from './reauthentication-form.tsx'
import { authText } from './text.ts'

/**
 * Asks for the password whenever a call requires reauthentication; the call then continues. The layout of admin pages
 * renders it once.
 */
export function ReauthenticationDialog() {
  const request = useReauthenticationRequest()
  const formId = useId()
  const [isSending, setSending] = useState(false)
  return (
    <Dialog
      isOpen={request !== undefined}
      title={accountsAdminText.reauthenticationNeeded}
      confirmLabel={authText.continue}
      busyLabel={isSending && authText.checking}
      formId={formId}
      // A request that was sent cannot be withdrawn, so the dialog stays open until the reply arrives.
      onCancel={() => !isSending && request?.answer(false)}
    >
      {request && <DialogForm id={formId} onSending={setSending} onConfirmed={() => request.answer(true)} />}
    </Dialog>
  )
}

type Props = { id: string; onSending: (isSending: boolean) => void; onConfirmed: () => void }

function DialogForm({ id, onSending, onConfirmed }: Props) {
  const { field, isCodeAsked, submit, failure } = useReauthenticationForm(async (body) => {
    onSending(true)
    await callApi(reauthenticateAdmin, { body }).finally(() => onSending(false))
    onConfirmed()
  })
  return (
    <form id={id} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
      <p>{authText.reauthentication.reason}</p>
      <ReauthenticationFields field={field} isCodeAsked={isCodeAsked} />
      <FormFailureNote failure={failure} />
    </form>
  )
}
