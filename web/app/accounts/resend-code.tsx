import { ApiError } from '@baobab/contract/api-error.ts'
import { EmailOnly, resendCode } from '@baobab/contract/accounts.ts'
import { useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { errorMessage } from '../api/error-message.ts'
import { storeCodeSent, readPendingVerification } from './pending-verification.ts'
import { useSecondsLeft } from '../forms/use-seconds-left.ts'

type Outcome = { kind: 'ok' | 'bad'; sentence: string }
type Props = { email: string; onSent: () => void; onEmailMissing: () => void }

/** Asks for a new code; the minute between two of them survives a reload. */
export function ResendCode({ email, onSent, onEmailMissing }: Props) {
  const [pending, setPending] = useState(readPendingVerification)
  const [isAsking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const address = email.trim()
  const left = useSecondsLeft(pending?.email === address ? pending.resendAt : undefined)

  async function ask() {
    const body = { email: address }
    if (!EmailOnly.safeParse(body).success) return onEmailMissing()
    setAsking(true)
    setOutcome(undefined)
    try {
      const reply = await callApi(resendCode, { body })
      setPending(storeCodeSent(address))
      setOutcome({ kind: 'ok', sentence: reply.message })
      onSent()
    } catch (error) {
      const seconds = error instanceof ApiError ? error.retryAfter : undefined
      if (seconds !== undefined) setPending(storeCodeSent(address, seconds * 1000))
      setOutcome({ kind: 'bad', sentence: errorMessage(error) })
    } finally {
      setAsking(false)
    }
  }

  return (
    <>
      {outcome && (
        <Note kind={outcome.kind} role={outcome.kind === 'ok' ? 'status' : 'alert'}>
          {outcome.sentence}
        </Note>
      )}
      <Button kind="line" block disabled={left > 0} busyLabel={isAsking && 'Sending...'} onClick={() => void ask()}>
        <span className="num">{left > 0 ? `Resend code in ${left} s` : 'Resend code'}</span>
      </Button>
    </>
  )
}
