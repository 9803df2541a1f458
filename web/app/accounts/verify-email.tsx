import { resendCode, verifyEmail } from '@baobab/contract/accounts/endpoints.ts'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { cleanEmail } from '@baobab/contract/kernel/text.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link, Navigate, useNavigate } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { useSecondsLeft } from '../api/use-server-time.ts'
import { CodeField } from '../forms/code-field.tsx'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { paths } from '../paths.ts'
import { type AuthHandle, pageMeta } from '../shell/page-meta.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields.tsx'
import { Note } from '../ui/note.tsx'
import { richText } from '../ui/rich-text.tsx'
import { toast } from '../ui/toast.tsx'
import { isEmailAddress, toAddressField } from './address.ts'
import { readTicket } from './identity-providers/pending-sign-in.ts'
import {
  clearPendingVerification,
  readPendingVerification,
  referenceFor,
  storeCodeSent,
  storeFoundRegistration,
  type CodeSent,
} from './pending-verification.ts'
import { SuccessRedirect } from './success-redirect.tsx'
import { sharedText, text } from './text.ts'
import { useTextedCode } from './use-texted-code.ts'

export const meta = () => pageMeta(text.verifyEmail.title)

export const handle = { greeting: text.verifyEmail.greeting } satisfies AuthHandle

export default function VerifyEmail() {
  const navigate = useNavigate()
  const [verifiedEmail, setVerifiedEmail] = useState<string>()
  const [isNumber, setNumber] = useState(() => isPhoneNumber(readPendingVerification()?.email))
  const [wasWaiting] = useState(() => readPendingVerification()?.guardianEmail !== undefined)

  function handleVerified({ email, guardianEmail, message }: Verified) {
    toast(message)
    setNumber(isPhoneNumber(email))
    if (guardianEmail === null) {
      clearPendingVerification()
      setVerifiedEmail(email)
    } else {
      storeFoundRegistration({ email, registration: referenceFor(email).registration, guardianEmail })
      void navigate(paths.guardianWait, { replace: true })
    }
  }

  // The code was entered on an earlier visit.
  if (wasWaiting) return <Navigate to={paths.guardianWait} replace />
  return (
    <div>
      <h1>{isNumber ? text.verifyEmail.numberTitle : text.verifyEmail.title}</h1>
      {verifiedEmail === undefined ? (
        <>
          <VerifyForm onVerified={handleVerified} />
          <p>
            {richText(text.verifyEmail.alreadyVerified, {
              logIn: (
                <Link className="auth__link" to={paths.student.login}>
                  {text.verifyEmail.logIn}
                </Link>
              ),
            })}
          </p>
        </>
      ) : (
        <SuccessRedirect to={paths.student.login} state={{ email: verifiedEmail }} label={text.verifyEmail.logInNow}>
          {isNumber
            ? richText(text.verifyEmail.numberVerified, { number: <b>{verifiedEmail}</b> })
            : richText(text.verifyEmail.verified, { email: <b>{verifiedEmail}</b> })}
        </SuccessRedirect>
      )}
    </div>
  )
}

/** Whether a typed or stored address is a phone number. */
const isPhoneNumber = (address = '') => address !== '' && !isEmailAddress(address)

/**
 * `email` is the email or phone number that was verified, `guardianEmail` the masked one of the guardian who has to agree, or null.
 * `message` is the server's.
 */
type Verified = { email: string; guardianEmail: string | null; message: string }

function VerifyForm({ onVerified }: { onVerified: (verified: Verified) => void }) {
  const navigate = useNavigate()
  const [pending] = useState(readPendingVerification)
  const [isEmailKnown, setEmailKnown] = useState(pending !== undefined)
  const { form, field, submit, check, failure, isSending } = useApiForm({
    schema: async () => (await import('./form-schemas.ts')).VerificationForm,
    defaultValues: { email: pending?.email ?? '', verificationToken: '' },
    send: async ({ email: typed = '', verificationToken }) => {
      const email = cleanEmail(typed)
      const body = { verificationToken, ...toAddressField(email), ...referenceFor(email) }
      onVerified({ email, ...(await callApi(verifyEmail, { body })) })
    },
    failureMessage: accountsText.verificationFailed,
    needsReply: true,
    onFailure: showUnderCode,
  })
  /** Shows a wrong code, or too many wrong tries, under the code field. Returns whether it did. */
  function showUnderCode({ status, message }: ApiError): boolean {
    if (status !== 400 && message !== accountsText.tooManyWrongCodes) return false
    const isWrong = message === accountsText.verificationFailed
    form.setError('verificationToken', { message: isWrong ? `${message} ${text.verifyEmail.wrongCode}` : message })
    return true
  }
  const email = useWatch({ control: form.control, name: 'email' })
  const isNumber = isEmailKnown && isPhoneNumber(email)
  useTextedCode(isNumber, (code) => {
    form.setValue('verificationToken', code)
    void submit()
  })
  /** Returns to the form of the provider sign-in that made this registration, or else lets the email of another registration be entered. */
  function changeEmail() {
    const made = readTicket('form')?.registration
    if (made !== undefined && made === readPendingVerification()?.registration) void navigate(paths.signIn.complete)
    else setEmailKnown(false)
  }

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {isEmailKnown ? (
        <div>
          <p>
            {isNumber
              ? richText(text.verifyEmail.codeTextedTo, { number: <b>{email}</b> })
              : richText(text.verifyEmail.codeSentTo, { email: <b>{email}</b> })}
          </p>
          <Button kind="quiet" size="sm" className="btn--flush" onClick={changeEmail}>
            {isNumber ? text.verifyEmail.notYourNumber : text.verifyEmail.notYourEmail}
          </Button>
        </div>
      ) : (
        <TextField
          label={sharedText.emailOrNumber}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="email"
          hint={text.verifyEmail.emailHint}
          {...field('email')}
        />
      )}
      <CodeField
        label={text.verifyEmail.code}
        hint={isNumber ? text.verifyEmail.textedCodeHint : text.verifyEmail.codeHint}
        data-first={pending !== undefined || undefined}
        {...field('verificationToken')}
      />
      <FormFailureNote failure={failure} />
      <Button type="submit" block busyLabel={isSending && text.verifyEmail.busy}>
        {text.submit}
      </Button>
      <ResendCode
        email={cleanEmail(email ?? '')}
        onSent={() => {
          form.resetField('verificationToken')
          form.setFocus('verificationToken')
        }}
        isEmailValid={() => check('email')}
      />
    </form>
  )
}

type ResendProps = {
  /** An email or a phone number. */
  email: string
  onSent: () => void
  /** Resolves with whether the email can be used. If not, its field shows why. */
  isEmailValid: () => Promise<boolean>
}

/** Requests a new code. The required minute between requests is stored, so that it continues after a reload. */
function ResendCode({ email, onSent, isEmailValid }: ResendProps) {
  const [pending, setPending] = useState<CodeSent | undefined>(readPendingVerification)
  const [isSending, setSending] = useState(false)
  const [result, setResult] = useState<{ isSent: boolean; message: string }>()
  const secondsLeft = useSecondsLeft(pending?.email === email ? pending.resendAt : undefined)

  async function resend() {
    setSending(true)
    setResult(undefined)
    try {
      if (!(await isEmailValid())) return
      const { message } = await callApi(resendCode, { body: { ...toAddressField(email), ...referenceFor(email) } })
      setPending(storeCodeSent(email))
      setResult({ isSent: true, message })
      onSent()
    } catch (error) {
      const seconds = error instanceof ApiError ? error.retryAfter : undefined
      if (seconds !== undefined) setPending(storeCodeSent(email, seconds * 1000))
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
        busyLabel={isSending && text.sending}
        onClick={() => void resend()}
      >
        <span className="num">
          {secondsLeft > 0 ? text.verifyEmail.resendCodeIn(secondsLeft) : text.verifyEmail.resendCode}
        </span>
      </Button>
    </>
  )
}
