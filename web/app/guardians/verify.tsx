import { RESEND_MS } from '@baobab/contract/accounts/rules.ts'
import { resendGuardianCode, verifyGuardian } from '@baobab/contract/guardians/endpoints.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { serverTime } from '../api/server-time.ts'
import { useSecondsLeft } from '../api/use-server-time.ts'
import { CodeField } from '../forms/code-field.tsx'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { type AuthHandle, pageMeta } from '../shell/page-meta.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { richText } from '../ui/rich-text.tsx'
import { toast } from '../ui/toast.tsx'
import { AddressField, showUnderAddress, toAddressField, useKnownAddress, type KnownAddress } from './address.tsx'
import { paths } from '../paths.ts'
import { text } from './text.ts'

export const meta = () => pageMeta(text.verify.title)

export const handle = { greeting: text.verify.greeting } satisfies AuthHandle

/** A parent or guardian enters the code that was sent to the email or phone number. */
export default function VerifyGuardian() {
  return (
    <div>
      <h1>{text.verify.title}</h1>
      <VerifyForm />
      <p>
        <Link className="auth__link" to={paths.guardian.logIn}>
          {text.backToLogin}
        </Link>
      </p>
    </div>
  )
}

/** The reference belongs only to the address that the previous page passed. */
function referenceFor(known: KnownAddress, address: string): { registration?: string } {
  return known.registration !== undefined && known.address === address ? { registration: known.registration } : {}
}

function VerifyForm() {
  const navigate = useNavigate()
  const known = useKnownAddress()
  const { form, field, submit, check, failure, isSending } = useApiForm({
    schema: async () => (await import('./form-schemas.ts')).EnteredCode,
    defaultValues: { address: known.address, code: '' },
    send: async ({ address, code }) => {
      const body = { ...toAddressField(address), verificationToken: code, ...referenceFor(known, address) }
      const { message } = await callApi(verifyGuardian, { body })
      toast(message)
      await navigate(paths.guardian.logIn, { replace: true, state: { address } })
    },
    failureMessage: text.verify.failed,
    needsReply: true,
    onFailure: showFailure,
  })
  function showFailure(error: ApiError): boolean {
    if (showUnderAddress(form, error)) return true
    if (error.status !== 400 && error.status !== 429) return false
    form.setError('code', { message: error.message })
    return true
  }
  async function resend() {
    if (!(await check('address'))) return undefined
    const address = form.getValues('address').trim()
    const body = { ...toAddressField(address), ...referenceFor(known, address) }
    const { message } = await callApi(resendGuardianCode, { body })
    form.resetField('code')
    form.setFocus('code')
    return message
  }
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {known.address === '' ? (
        <AddressField {...field('address')} />
      ) : (
        <p>{richText(text.verify.sentTo, { address: <b>{known.address}</b> })}</p>
      )}
      <CodeField
        label={text.code}
        hint={text.codeHint}
        data-first={known.address !== '' || undefined}
        {...field('code')}
      />
      <FormFailureNote failure={failure} />
      <Button type="submit" block busyLabel={isSending && text.verify.busy}>
        {text.verify.button}
      </Button>
      <ResendButton isWaiting={known.registration !== undefined} resend={resend} />
    </form>
  )
}

type ResendProps = {
  /** Whether a code was sent just before the page opened. */
  isWaiting: boolean
  /** Asks for a code. Returns the server's message; undefined if the address is not valid. */
  resend: () => Promise<string | undefined>
}

/** Requests a new code, and another one after a minute. */
function ResendButton({ isWaiting, resend }: ResendProps) {
  const [askableAt, setAskableAt] = useState(() => (isWaiting ? serverTime() + RESEND_MS : undefined))
  const [isSending, setSending] = useState(false)
  const [result, setResult] = useState<{ isSent: boolean; message: string }>()
  const secondsLeft = useSecondsLeft(askableAt)

  async function ask() {
    setSending(true)
    setResult(undefined)
    try {
      const message = await resend()
      if (message === undefined) return
      setResult({ isSent: true, message })
      setAskableAt(serverTime() + RESEND_MS)
    } catch (error) {
      if (error instanceof ApiError && error.retryAfter) setAskableAt(serverTime() + error.retryAfter * 1_000)
      setResult({ isSent: false, message: errorMessage(error) })
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      {result && (
        <Note kind={result.isSent ? 'ok' : 'bad'} role={result.isSent ? 'status' : 'alert'}>
          {result.message}
        </Note>
      )}
      <Button
        kind="line"
        block
        disabled={secondsLeft > 0}
        busyLabel={isSending && text.verify.sending}
        onClick={() => void ask()}
      >
        <span className="num">{secondsLeft > 0 ? text.verify.resendIn(secondsLeft) : text.verify.resend}</span>
      </Button>
    </>
  )
}
