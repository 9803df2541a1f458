import { mailProofCode, type Proof } from '@baobab/contract/accounts/identity-providers.ts'
import { RESEND_MS } from '@baobab/contract/accounts/rules.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useId, useState } from 'react'
import type * as z from 'zod/mini'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { serverTime } from '../api/server-time.ts'
import { useSecondsLeft } from '../api/use-server-time.ts'
import { CodeField } from '../forms/code-field.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/fields.tsx'
import { Note } from '../ui/note.tsx'
import { proofText } from './identity-providers/text.ts'

type FieldProps = React.ComponentProps<'input'> & { error: string | undefined }

export type ProofKind = 'password' | 'code'

type Props = {
  kind: ProofKind
  /** Switches between password and code; undefined if the student has no password. */
  onSwitch?: ((kind: ProofKind) => void) | undefined
  /** Props of the field for this kind. */
  field: FieldProps
  /** Asks the server for a code. Returns its message. */
  mailCode: () => Promise<string>
}

/** Asks for the password, or for a mailed code. */
export function ProofFields({ kind, onSwitch, field, mailCode }: Props) {
  const codeId = useId()
  if (kind === 'password')
    return (
      <>
        <PasswordField label={proofText.password} autoComplete="current-password" {...field} />
        <div>
          <Button kind="quiet" size="sm" className="btn--flush" onClick={() => onSwitch?.('code')}>
            {proofText.mailCodeInstead}
          </Button>
        </div>
      </>
    )
  return (
    <>
      {!onSwitch && <p>{proofText.noPassword}</p>}
      <MailCode mailCode={mailCode} onSent={() => document.getElementById(codeId)?.focus()} />
      <CodeField id={codeId} label={proofText.code} hint={proofText.codeHint} {...field} />
      {onSwitch && (
        <div>
          <Button kind="quiet" size="sm" className="btn--flush" onClick={() => onSwitch('password')}>
            {proofText.usePassword}
          </Button>
        </div>
      )}
    </>
  )
}

/** Requests a code, and another one after a minute. */
function MailCode({ mailCode, onSent }: Pick<Props, 'mailCode'> & { onSent: () => void }) {
  const [isSending, setSending] = useState(false)
  const [askableAt, setAskableAt] = useState<number>()
  const [result, setResult] = useState<{ isSent: boolean; message: string }>()
  const secondsLeft = useSecondsLeft(askableAt)

  async function ask() {
    setSending(true)
    setResult(undefined)
    try {
      setResult({ isSent: true, message: await mailCode() })
      setAskableAt(serverTime() + RESEND_MS)
      onSent()
    } catch (error) {
      if (error instanceof ApiError && error.retryAfter) setAskableAt(serverTime() + error.retryAfter * 1_000)
      setResult({ isSent: false, message: errorMessage(error) })
    } finally {
      setSending(false)
    }
  }

  const label = result?.isSent ? proofText.mailAgain : proofText.mailCode
  return (
    <>
      {result && (
        <Note kind={result.isSent ? 'ok' : 'bad'} role={result.isSent ? 'status' : 'alert'}>
          {result.message}
        </Note>
      )}
      <div>
        <Button
          kind="line"
          size="sm"
          disabled={secondsLeft > 0}
          busyLabel={isSending && proofText.sending}
          onClick={() => void ask()}
        >
          <span className="num">{secondsLeft > 0 ? proofText.mailAgainIn(secondsLeft) : label}</span>
        </Button>
      </div>
    </>
  )
}

type Values = { password: string; code: string }

async function loadSchema(kind: ProofKind) {
  const { CodeProof, PasswordProof } = await import('@baobab/contract/accounts/forms.ts')
  return (kind === 'password' ? PasswordProof : CodeProof) as never
}

/** Asks the server to mail a code to the logged-in student. Returns its message. */
export const requestProofCode = async () => (await callApi(mailProofCode, {})).message

type Options = {
  hasPassword: boolean
  send: (proof: z.input<typeof Proof>) => Promise<unknown>
  /** Returns true for a failure that the page shows itself. */
  onFailure?: (error: ApiError) => boolean
  /** Asks the server for a code. Returns its message. */
  mailCode: () => Promise<string>
}

/** A form that asks only for proof of identity: the password or a mailed code. For use with `ProofFields`. */
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
