import { logInStudent } from '@baobab/contract/accounts.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query.ts'
import { storeStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { toast } from '../ui/toast.tsx'
import { ConsentNote } from './consent-note.tsx'
import { SuccessRedirect } from './success-redirect.tsx'
import { LogInForm, type LoginValues } from './log-in-form.tsx'
import { clearPendingVerification, storeUnverifiedEmail } from './pending-verification.ts'
import { UnverifiedNote } from './unverified-note.tsx'

export const meta = () => pageMeta('Login', 'Welcome back to Baobab.')

export default function LogIn() {
  const [username, setUsername] = useState<string>()
  const [unverified, setUnverified] = useState<string>()
  const [isConsentMissing, setConsentMissing] = useState(false)

  async function logIn(body: LoginValues) {
    setUnverified(undefined)
    setConsentMissing(false)
    const { authToken, studentData } = await callApi(logInStudent, { body })
    const { _id: studentId, ageCategory, ...who } = studentData
    // Whoever was here before leaves nothing behind, even where their session ended in another tab.
    queryClient.clear()
    storeStudentSession(
      { token: authToken, studentId, ageCategory: ageCategory ?? '', ...who },
      body.rememberMe ?? false,
    )
    clearPendingVerification()
    toast(accountsText.loggedIn)
    setUsername(who.username)
  }

  if (username !== undefined) {
    return (
      <div>
        <h1>Welcome Back</h1>
        <SuccessRedirect to={paths.student.dashboard} ms={3000} label="Go to my dashboard">
          Hello <b>{username}</b>. Your dashboard opens in a moment.
        </SuccessRedirect>
      </div>
    )
  }
  return (
    <div>
      <h1>Welcome Back</h1>
      <LogInForm
        otherwise={accountsText.studentLoginFailed}
        logIn={logIn}
        onRefusal={(error, values) => {
          if (error.code === 'consent_needed') {
            setConsentMissing(true)
            return true
          }
          if (error.code !== 'email_unverified') return false
          const email = values.email.trim()
          storeUnverifiedEmail(email)
          setUnverified(email)
          return true
        }}
        extras={(register) => (
          <div className="row between">
            <Checkbox label="Remember me" {...register('rememberMe')} />
            <Link className="auth__link" to={paths.forgotPassword}>
              Forgot password?
            </Link>
          </div>
        )}
      >
        {unverified !== undefined && <UnverifiedNote email={unverified} />}
        {isConsentMissing && <ConsentNote />}
      </LogInForm>
      <p>
        New here?{' '}
        <Link className="auth__link" to={paths.student.register}>
          Sign Up
        </Link>
      </p>
    </div>
  )
}
