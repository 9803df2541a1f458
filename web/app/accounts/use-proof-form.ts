import { mailProofCode, type Proof } from '@baobab/contract/accounts/identity-providers.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { callApi } from '../api/call-api.ts'
import { useApiForm } from '../forms/use-api-form.ts'
import type { ProofKind } from './proof-fields.tsx'

type Values = { password: string; code: string }

async function loadSchema(kind: ProofKind) {
  const { CodeProof, PasswordProof } = await import('@baobab/contract/accounts/forms.ts')
  return (kind === 'password' ? PasswordProof : CodeProof) as never
}

/** Asks the server to mail a code to the student who is logged in. Returns its message. */
export const requestProofCode = async () => (await callApi(mailProofCode, {})).message

type Options = {
  hasPassword: boolean
  send: (proof: z.input<typeof Proof>) => Promise<unknown>
  /** Returns true for a failure that the page shows itself. */
  onFailure?: (error: ApiError) => boolean
  /** Asks the server for a code. Returns its message. */
  mailCode: () => Promise<string>
}

/** A form that asks who the student is and nothing else: by the password, or by a mailed code. For `ProofFields`. */
export function useProofForm({ hasPassword, send, onFailure, mailCode }: Options) {
  const [chosen, setKind] = useState<ProofKind>('password')
  const kind = hasPassword ? chosen : 'code'
  const apiForm = useApiForm<Values>({
    schema: async () => loadSchema(kind),
    defaultValues: { password: '', code: '' },
    mode: 'onSubmit',
    send: (values) => send({ [kind]: values[kind] }),
    ...(onFailure ? { onFailure } : {}),
  })
  const { form, field, clearFailure } = apiForm
  function reset() {
    form.reset()
    clearFailure()
  }
  function switchKind(next: ProofKind) {
    reset()
    setKind(next)
  }
  return {
    ...apiForm,
    reset,
    proofProps: { kind, onSwitch: hasPassword ? switchKind : undefined, field: field(kind), mailCode },
  }
}
