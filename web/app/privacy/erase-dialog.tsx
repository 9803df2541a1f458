import { listSignInMethods } from '@baobab/contract/accounts/identity-providers.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ProofFields, requestProofCode, useProofForm } from '../accounts/proof-fields.tsx'
import { callApi } from '../api/call-api.ts'
import { apiQuery } from '../api/query.ts'
import { studentSession } from '../api/session.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { deleteLocalVideoData } from '../videos/delete-local-video-data.ts'
import { eraseText, text } from './text.ts'

export type EraseDialogProps = {
  isOpen: boolean
  email: string
  /** Called once the account is deleted, with the server's message. */
  onErased: (message: string) => void
  onCancel: () => void
}

/** Asks for proof of identity before the account is deleted, and says what is deleted and what stays. */
export function EraseDialog({ isOpen, email, onErased, onCancel }: EraseDialogProps) {
  const { data: methods } = useQuery(apiQuery(listSignInMethods, {}))
  const { submit, failure, isSending, reset, proofProps } = useProofForm({
    hasPassword: methods?.hasPassword ?? true,
    send: async (body) => {
      // Read before the account is deleted, because the session ends with it.
      const studentId = studentSession()?.studentId
      const { message } = await callApi(eraseAccount, { body })
      if (studentId) await deleteLocalVideoData(studentId)
      onErased(message)
    },
    mailCode: requestProofCode,
  })
  const formId = useId()

  function cancel() {
    // A request that has been sent cannot be withdrawn, so the dialog stays open until the reply arrives.
    if (isSending) return
    reset()
    onCancel()
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={eraseText.question}
      confirmLabel={text.delete}
      busyLabel={isSending && eraseText.deleting}
      isDangerous
      formId={formId}
      onCancel={cancel}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{eraseText.effect}</p>
        {/* Lets a password manager know which account the password belongs to. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <ProofFields {...proofProps} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}
