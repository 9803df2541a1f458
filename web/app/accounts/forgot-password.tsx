import { forgotPassword } from '@baobab/contract/accounts.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import type { AuthHandle } from '../shell/auth-handle.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { ForgotPasswordForm } from './forgot-password-form.tsx'

export const meta = () => pageMeta('Forgot password')

export const handle = {
  greeting: { title: 'It happens to everyone.', text: 'We send you a link, and you choose a new password.' },
} satisfies AuthHandle

export default function ForgotPassword() {
  return (
    <div>
      <h1>Forgot password</h1>
      <p className="muted">Enter the email that you signed up with. We send you a link to choose a new password.</p>
      <ForgotPasswordForm endpoint={forgotPassword} />
      <p>
        <Link className="auth__link" to={paths.student.login}>
          Back to login
        </Link>
      </p>
    </div>
  )
}
