import { askGuardian, isGuardianAsked } from '@baobab/contract/accounts/endpoints.ts'
import { GUARDIAN_WAIT_DAYS, RESEND_MS } from '@baobab/contract/accounts/rules.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, queryClient } from '../api/query.ts'
import { serverTime } from '../api/server-time.ts'
import { useSecondsLeft } from '../api/use-server-time.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { paths } from '../paths.ts'
import { type AuthHandle, pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { TextField } from '../ui/fields.tsx'
import { Note } from '../ui/note.tsx'
import { richText } from '../ui/rich-text.tsx'
import { toast } from '../ui/toast.tsx'
import { isEmailAddress, toAddressField, toGuardianField } from './address.ts'
import {
  readPendingVerification,
  referenceFor,
  storeGuardian,
  type PendingVerification,
} from './pending-verification.ts'
import { text } from './text.ts'

export const meta = () => pageMeta(text.guardianWait.title)

export const handle = { greeting: text.guardianWait.greeting } satisfies AuthHandle

/** Tells a child that the account opens once a parent or guardian has agreed. */
export default function GuardianWaitPage() {
  const [pending] = useState(readPendingVerification)
  const isWaiting = useIsWaiting(pending)
  if (pending?.guardianEmail === undefined) return <Navigate to={paths.student.login} replace />
  const { email, guardianEmail } = pending
  return (
    <div>
      <h1>{text.guardianWait.title}</h1>
      {isWaiting ? (
        <GuardianWait email={email} guardianEmail={guardianEmail} />
      ) : (
        <div className="stack">
          <Note kind="info" icon="bell" role="status">
            {text.guardianWait.answered}
          </Note>
          <Link className={buttonClass({ block: true })} to={paths.student.login} state={{ email }}>
            {text.guardianWait.logIn}
          </Link>
        </div>
      )}
      {isWaiting && guardianEmail !== '' && (
        <p>
          {richText(text.guardianWait.alreadyAgreed, {
            logIn: (
              <Link className="auth__link" to={paths.student.login} state={{ email }}>
                {text.guardianWait.logIn}
              </Link>
            ),
          })}
        </p>
      )}
    </div>
  )
}

/** How often the page asks the server, in milliseconds. */
const ASK_MS = 20_000

/** Whether the guardian still has to answer. The page asks again while it is open, so that the child does not have to. */
function useIsWaiting(pending: PendingVerification | undefined): boolean {
  const email = pending?.email ?? ''
  const { registration = '' } = referenceFor(email)
  const { data } = useQuery(
    {
      ...apiQuery(isGuardianAsked, { body: { ...toAddressField(email), registration } }),
      enabled: registration !== '',
      refetchInterval: ASK_MS,
    },
    queryClient,
  )
  return data?.isWaiting ?? true
}

/** Shows the guardian's masked address and lets the mail be sent again or to another address. Asks for an address if there is none. */
function GuardianWait({ email, ...props }: { email: string; guardianEmail: string }) {
  const [guardianEmail, setGuardianEmail] = useState(props.guardianEmail)
  const [isChanging, setChanging] = useState(false)
  const { registration } = referenceFor(email)
  const isTexted = !isEmailAddress(guardianEmail)

  function handleAsked({ guardianEmail: asked, message }: Asked) {
    storeGuardian(asked)
    setGuardianEmail(asked)
    setChanging(false)
    toast(message)
  }

  return (
    <div className="stack">
      <Note kind="info" icon="envelope-simple" role="status">
        {guardianEmail === '' ? (
          <p>{text.guardianWait.nobody}</p>
        ) : (
          <p>
            {isEmailAddress(email) ? text.guardianWait.emailVerified : text.guardianWait.numberVerified}{' '}
            {richText(isTexted ? text.guardianWait.texted : text.guardianWait.emailed, {
              guardian: <b>{guardianEmail}</b>,
              days: GUARDIAN_WAIT_DAYS,
            })}
          </p>
        )}
      </Note>
      {registration === undefined ? (
        <Link className={buttonClass({ kind: 'line', block: true })} to={paths.student.login} state={{ email }}>
          {text.guardianWait.logInToChange}
        </Link>
      ) : isChanging || guardianEmail === '' ? (
        <ChangeGuardian
          email={email}
          registration={registration}
          onAsked={handleAsked}
          {...(guardianEmail !== '' && { onCancel: () => setChanging(false) })}
        />
      ) : (
        <>
          <AskAgain email={email} registration={registration} isTexted={isTexted} onAsked={handleAsked} />
          <Button kind="quiet" block onClick={() => setChanging(true)}>
            {text.guardianWait.change}
          </Button>
        </>
      )}
    </div>
  )
}

type Asked = { guardianEmail: string; message: string }
/** `email` is the child's email or phone number. */
type AskProps = { email: string; registration: string; onAsked: (asked: Asked) => void }

/** @param props.isTexted whether the guardian is reached by text message */
function AskAgain({ email, registration, isTexted, onAsked }: AskProps & { isTexted: boolean }) {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [askableAt, setAskableAt] = useState<number>()
  const secondsLeft = useSecondsLeft(askableAt)
  const { sendAgain, sendAgainIn } = isTexted
    ? { sendAgain: text.guardianWait.sendTextAgain, sendAgainIn: text.guardianWait.sendTextAgainIn }
    : text.guardianWait

  async function ask() {
    setSending(true)
    setFailure(undefined)
    try {
      const asked = await callApi(askGuardian, { body: { ...toAddressField(email), registration } })
      setAskableAt(serverTime() + RESEND_MS)
      onAsked(asked)
    } catch (error) {
      if (error instanceof ApiError && error.retryAfter) setAskableAt(serverTime() + error.retryAfter * 1000)
      setFailure(errorMessage(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      {failure !== undefined && (
        <Note kind="bad" role="alert">
          {failure}
        </Note>
      )}
      <Button
        kind="line"
        block
        disabled={secondsLeft > 0}
        busyLabel={isSending && text.sending}
        onClick={() => void ask()}
      >
        <span className="num">{secondsLeft > 0 ? sendAgainIn(secondsLeft) : sendAgain}</span>
      </Button>
    </>
  )
}

/** @param props.onCancel undefined if no guardian is named yet */
function ChangeGuardian({ email, registration, onAsked, onCancel }: AskProps & { onCancel?: () => void }) {
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: async () => (await import('./form-schemas.ts')).ChangedGuardian,
    defaultValues: { guardianEmail: '' },
    mode: 'onSubmit',
    send: async ({ guardianEmail }) => {
      const body = { ...toAddressField(email), registration, ...toGuardianField(guardianEmail) }
      onAsked(await callApi(askGuardian, { body }))
    },
    onFailure: ({ errors }) => {
      const ofNumber = errors.find(({ path }) => path === 'guardianNumber')
      if (ofNumber) form.setError('guardianEmail', { message: ofNumber.message })
      return ofNumber !== undefined
    },
  })
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={text.guardianAddress}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="off"
        hint={onCancel && text.guardianWait.changeHint}
        {...field('guardianEmail')}
      />
      <FormFailureNote failure={failure} />
      <Button type="submit" block busyLabel={isSending && text.sending}>
        {text.guardianWait.send}
      </Button>
      {onCancel && (
        <Button kind="quiet" block onClick={onCancel}>
          {text.guardianWait.cancel}
        </Button>
      )}
    </form>
  )
}
