import { accountsText } from '@baobab/contract/accounts-text.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import type { AuthHandle } from '../shell/auth-handle.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { toast } from '../ui/toast.tsx'
import { SuccessRedirect } from './success-redirect.tsx'
import { RegisterForm, type Registration } from './register-form.tsx'

export const meta = () =>
  pageMeta('Sign Up', 'Make an account: watch moral stories, answer trivia and climb the leaderboard.')

export const handle = {
  greeting: { title: 'Join the circle.', text: 'It takes two minutes. Then your first story is free.' },
} satisfies AuthHandle

export default function Register() {
  const [registration, setRegistration] = useState<Registration>()

  function registered(taken: Registration) {
    toast(accountsText.registered)
    setRegistration(taken)
  }

  return (
    <div>
      <h1>Sign Up</h1>
      {registration === undefined ? (
        <>
          <RegisterForm onRegistered={registered} />
          <p>
            Already have an account?{' '}
            <Link className="auth__link" to={paths.student.login}>
              Login
            </Link>
          </p>
        </>
      ) : (
        <SuccessRedirect to={paths.verifyEmail} label="Enter the code">
          We have sent a code to <b>{registration.email}</b>.
          {registration.isGuardianAsked && ' Your parent or guardian gets a mail too, and has to agree.'}
        </SuccessRedirect>
      )}
    </div>
  )
}
