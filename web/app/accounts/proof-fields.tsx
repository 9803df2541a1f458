import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { RESEND_MS } from '@baobab/contract/accounts/rules.ts'
import { useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { useSecondsLeft } from '../forms/use-seconds-left.ts'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { Note } from '../ui/note.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { proofText } from './identity-providers/text.ts'

type FieldProps = React.ComponentProps<'input'> & { error: string | undefined }

export type ProofKind = 'password' | 'code'

type Props = {
  kind: ProofKind
  /** Switches between the two; undefined if the student has no password. */
  onSwitch?: ((kind: ProofKind) => void) | undefined
  /** Props of the field of the kind. */
  field: FieldProps
  /** Asks the server for a code. Returns its message. */
  mailCode: () => Promise<string>
}

/** Asks for the password, or for a code that is mailed. */
export function ProofFields({ kind, onSwitch, field, mailCode }: Props) {
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
      <MailCode mailCode={mailCode} />
      <CodeField label={proofText.code} hint={proofText.codeHint} {...field} />
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

/** Asks for a code, and again after a minute. */
function MailCode({ mailCode }: Pick<Props, 'mailCode'>) {
  const [isSending, setSending] = useState(false)
  const [askableAt, setAskableAt] = useState<number>()
  const [result, setResult] = useState<{ isSent: boolean; message: string }>()
  const secondsLeft = useSecondsLeft(askableAt)

  async function ask() {
    setSending(true)
    setResult(undefined)
    try {
      setResult({ isSent: true, message: await mailCode() })
      setAskableAt(Date.now() + RESEND_MS)
    } catch (error) {
      if (error instanceof ApiError && error.retryAfter) setAskableAt(Date.now() + error.retryAfter * 1_000)
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
