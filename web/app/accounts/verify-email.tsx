import { accountsText } from '@baobab/contract/accounts-text.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import type { AuthHandle } from '../shell/auth-handle.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { toast } from '../ui/toast.tsx'
import { SuccessRedirect } from './success-redirect.tsx'
import { clearPendingVerification } from './pending-verification.ts'
import { VerifyForm } from './verify-form.tsx'

export const meta = () => pageMeta('Verify your email')

export const handle = {
  greeting: { title: 'One more step.', text: 'The code shows that this email is yours.' },
} satisfies AuthHandle

export default function VerifyEmail() {
  const [email, setEmail] = useState<string>()

  function verified(address: string) {
    toast(accountsText.emailVerified)
    clearPendingVerification()
    setEmail(address)
  }

  return (
    <div>
      <h1>Verify your email</h1>
      {email === undefined ? (
        <>
          <VerifyForm onVerified={verified} />
          <p>
            Already verified?{' '}
            <Link className="auth__link" to={paths.student.login}>
              Login
            </Link>
          </p>
        </>
      ) : (
        <SuccessRedirect to={paths.student.login} state={{ email }} label="Login now">
          <b>{email}</b> is yours. Now log in.
        </SuccessRedirect>
      )}
    </div>
  )
}
