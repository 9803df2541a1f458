import { logInStudent, resendCode } from '@baobab/contract/accounts/endpoints.ts'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { cleanEmail } from '@baobab/contract/kernel/text.ts'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { deviceField } from '../api/session.ts'
import { paths } from '../paths.ts'
import { readPageAfterLogin, takePageAfterLogin } from '../shell/page-after-login.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { prefetchPublicSettings } from '../api/public-settings.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Note } from '../ui/note.tsx'
import { richText } from '../ui/rich-text.tsx'
import { toast } from '../ui/toast.tsx'
import { isEmailAddress, toAddressField } from './address.ts'
import { LogInForm, type LoginValues } from './log-in-form.tsx'
import { ProviderButtons } from './identity-providers/provider-buttons.tsx'
import { referenceFor, storeCodeSent, storeFoundRegistration } from './pending-verification.ts'
import { storeLogin } from './store-login.ts'
import { SuccessRedirect } from './success-redirect.tsx'
import { studentTabLogins } from './tab-logins.ts'
import { text } from './text.ts'
import { useContinueOffer } from './use-continue-offer.tsx'
import { useLeaveIfLoggedIn } from './use-leave-if-logged-in.ts'

export function clientLoader() {
  prefetchPublicSettings()
  return null
}

export const meta = () => pageMeta(text.logIn.metaTitle, text.logIn.metaDescription)

const loadOffer = () => import('./take-student-login.ts')

export default function LogIn() {
  useLeaveIfLoggedIn()
  const [loggedIn, setLoggedIn] = useState<{ username: string; page: string | undefined }>()
  /** The email or phone number if its password was right but it is not verified yet. */
  const [unverified, setUnverified] = useState<string>()
  const navigate = useNavigate()
  const offer = useContinueOffer(
    studentTabLogins,
    loadOffer,
    () => void navigate(takePageAfterLogin('student') ?? paths.student.dashboard, { replace: true }),
  )
  // Explains why the login appeared, except to visitors who asked for the dashboard: every login opens it anyway.
  const [isPageWaiting] = useState(() => {
    const page = readPageAfterLogin('student')
    return page !== undefined && page !== paths.student.dashboard
  })
  const readTyped = useRef<() => { email: string; rememberMe: boolean }>(undefined)

  async function logIn(body: LoginValues) {
    setUnverified(undefined)
    const sent = { ...body, ...deviceField(), ...referenceFor(body.email) }
    const reply = await callApi(logInStudent, { body: sent })
    storeLogin(reply, body.rememberMe ?? false)
    toast(accountsText.loggedIn)
    setLoggedIn({ username: reply.studentData.username, page: takePageAfterLogin('student') })
  }

  function handleFailure({ code, registration, guardianEmail = '' }: ApiError, values: LoginValues): boolean {
    const email = cleanEmail(values.email)
    if (code === 'consent_needed') {
      storeFoundRegistration({ email, registration, guardianEmail })
      void navigate(paths.guardianWait)
    } else if (code === 'email_unverified') {
      storeFoundRegistration({ email, registration })
      setUnverified(email)
    } else return false
    return true
  }

  if (loggedIn) {
    const { username, page } = loggedIn
    return (
      <div>
        <h1>{text.logIn.title}</h1>
        <SuccessRedirect
          to={page ?? paths.student.dashboard}
          ms={3000}
          label={page === undefined ? text.logIn.openDashboard : text.logIn.openPage}
        >
          {richText(page === undefined ? text.logIn.loggedIn : text.logIn.loggedInForPage, {
            username: <b>{username}</b>,
          })}
        </SuccessRedirect>
      </div>
    )
  }
  return (
    <div>
      <h1>{text.logIn.title}</h1>
      {isPageWaiting && <Note icon="lock-simple">{text.logIn.pageWaits}</Note>}
      {offer}
      <LogInForm
        takesAnyName
        failureMessage={accountsText.studentLoginFailed}
        logIn={logIn}
        onFailure={handleFailure}
        readTypedRef={readTyped}
        renderExtras={(register) => (
          <div className="row between">
            <Checkbox label={text.logIn.rememberMe} {...register('rememberMe')} />
            <Link className="auth__link" to={paths.forgotPassword}>
              {text.logIn.forgotPassword}
            </Link>
          </div>
        )}
      >
        {unverified !== undefined && <UnverifiedNote email={unverified} />}
      </LogInForm>
      <ProviderButtons readTyped={() => readTyped.current?.() ?? { email: '', rememberMe: false }} />
      <p>
        {richText(text.logIn.newHere, {
          signUp: (
            <Link className="auth__link" to={paths.student.register}>
              {text.logIn.signUp}
            </Link>
          ),
        })}
      </p>
      <p>
        {richText(text.logIn.isParent, {
          logIn: (
            <Link className="auth__link" to={paths.guardian.logIn}>
              {text.logIn.parentLogin}
            </Link>
          ),
        })}
      </p>
    </div>
  )
}

/** Shown if the email or phone number is not verified yet: opens the code field or asks for a new code. */
function UnverifiedNote({ email }: { email: string }) {
  const navigate = useNavigate()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function resend() {
    setSending(true)
    try {
      const { message } = await callApi(resendCode, { body: { ...toAddressField(email), ...referenceFor(email) } })
      storeCodeSent(email)
      toast(message)
      await navigate(paths.verifyEmail)
    } catch (error) {
      setFailure(errorMessage(error))
      setSending(false)
    }
  }

  return (
    <Note kind="warn" role="alert">
      <div className="stack stack-3">
        <p>
          <b>{isEmailAddress(email) ? accountsText.verifyEmailFirst : text.logIn.verifyNumberFirst}</b>
        </p>
        {failure && <p>{failure}</p>}
        <div className="row">
          <Link className={buttonClass({ size: 'sm' })} to={paths.verifyEmail}>
            {text.logIn.enterCode}
          </Link>
          <Button kind="line" size="sm" busyLabel={isSending && text.sending} onClick={() => void resend()}>
            {text.logIn.resendCode}
          </Button>
        </div>
      </div>
    </Note>
  )
}
