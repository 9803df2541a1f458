import { proveNumber, readStudentProfile, sendNumberCode } from '@baobab/contract/profile/endpoints.ts'
import { useId, useState } from 'react'
import { ProofFields, requestProofCode, useProofForm } from '../accounts/proof-fields.tsx'
import { callApi } from '../api/call-api.ts'
import { useApiMutation } from '../api/query.ts'
import { CodeField } from '../forms/code-field.tsx'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { numberText as text } from './text.ts'

export type NumberDialogProps = { number: string; hasPassword: boolean; onClose: () => void }

/** Verifies the phone number of the profile: asks for proof of identity, sends a code to the number, then asks for the code. */
export function NumberDialog({ number, hasPassword, onClose }: NumberDialogProps) {
  const [sentMessage, setSentMessage] = useState<string>()
  return sentMessage === undefined ? (
    <SendCode number={number} hasPassword={hasPassword} onSent={setSentMessage} onClose={onClose} />
  ) : (
    <EnterCode message={sentMessage} onClose={onClose} />
  )
}

function SendCode({ number, hasPassword, onSent, onClose }: NumberDialogProps & { onSent: (message: string) => void }) {
  const formId = useId()
  const { submit, failure, isSending, proofProps } = useProofForm({
    hasPassword,
    send: async (proof) => onSent((await callApi(sendNumberCode, { body: { number, ...proof } })).message),
    mailCode: requestProofCode,
  })
  return (
    <Dialog
      isOpen
      title={text.question}
      confirmLabel={text.sendCode}
      busyLabel={isSending && text.sending}
      formId={formId}
      onCancel={() => {
        if (!isSending) onClose()
      }}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{text.effect(number)}</p>
        <ProofFields {...proofProps} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}

const changes = [readStudentProfile]

function EnterCode({ message, onClose }: { message: string; onClose: () => void }) {
  const formId = useId()
  const codeId = useId()
  const proving = useApiMutation(proveNumber, { changes })
  const { field, submit, failure, isSending } = useApiForm({
    schema: async () => (await import('@baobab/contract/accounts/forms.ts')).CodeProof,
    defaultValues: { code: '' },
    mode: 'onSubmit',
    send: async (body) => {
      const reply = await proving.mutateAsync({ body })
      toast(reply.message)
      onClose()
    },
  })
  return (
    <Dialog
      isOpen
      title={text.question}
      confirmLabel={text.verify}
      busyLabel={isSending && text.verifying}
      formId={formId}
      onCancel={() => {
        if (!isSending) onClose()
      }}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p role="status">{message}</p>
        <CodeField id={codeId} label={text.code} {...field('code')} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}
