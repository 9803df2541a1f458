import type { Proof } from '@baobab/contract/accounts/identity-providers.ts'
import { providerNames, type IdentityProvider } from '@baobab/contract/accounts/text.ts'
import { useId } from 'react'
import type * as z from 'zod/mini'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProofFields, requestProofCode, useProofForm } from '../proof-fields.tsx'
import { settingsText } from './text.ts'

export type ProofValues = z.input<typeof Proof>

/** The change that the student asked for, while we wait for proof of identity. */
export type Asked = { provider: IdentityProvider; isConnected: boolean }

type ProofDialogProps = {
  asked: Asked
  hasPassword: boolean
  onProved: (proof: ProofValues) => Promise<void>
  onCancel: () => void
}

/** Asks for proof of identity before the account's sign-in methods change. */
export function ProofDialog({ asked: { provider, isConnected }, hasPassword, onProved, onCancel }: ProofDialogProps) {
  const { submit, failure, isSending, proofProps } = useProofForm({
    hasPassword,
    send: onProved,
    mailCode: requestProofCode,
  })
  const formId = useId()
  const name = providerNames[provider]
  return (
    <Dialog
      isOpen
      title={isConnected ? settingsText.disconnectQuestion(name) : settingsText.connectQuestion(name)}
      confirmLabel={isConnected ? settingsText.disconnect : settingsText.connect}
      busyLabel={isSending && (isConnected ? settingsText.disconnecting : settingsText.connecting)}
      formId={formId}
      onCancel={() => {
        if (!isSending) onCancel()
      }}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{isConnected ? settingsText.disconnectEffect(name) : settingsText.connectEffect(name)}</p>
        <ProofFields {...proofProps} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}
