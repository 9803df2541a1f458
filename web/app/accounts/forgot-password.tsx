import { forgotPassword } from '@baobab/contract/accounts/endpoints.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { type AuthHandle, pageMeta } from '../shell/page-meta.ts'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { sharedText, text } from './text.ts'

export const meta = () => pageMeta(sharedText.forgotPassword.title)

export const handle = { greeting: sharedText.forgotPassword.greeting } satisfies AuthHandle

export default function ForgotPassword() {
  return (
    <div>
      <h1>{sharedText.forgotPassword.title}</h1>
      <p className="muted">{text.forgotPassword.help}</p>
      <ForgotPasswordForm endpoint={forgotPassword} />
      <p>
        <Link className="auth__link" to={paths.student.login}>
          {sharedText.backToLogin}
        </Link>
      </p>
    </div>
  )
}
