import { forgotAdminPassword } from '@baobab/contract/accounts-admin.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import type { AuthHandle } from '../../shell/auth-handle.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { ForgotPasswordForm } from '../forgot-password-form.tsx'
import { text } from './text.ts'

export const meta = () => pageMeta(text.forgotPassword.title)

export const handle = { greeting: text.forgotPassword.greeting } satisfies AuthHandle

export default function AdminForgotPassword() {
  return (
    <div>
      <h1>{text.forgotPassword.title}</h1>
      <p className="muted">{text.forgotPassword.help}</p>
      <ForgotPasswordForm endpoint={forgotAdminPassword} />
      <p>
        <Link className="auth__link" to={paths.admin.login}>
          {text.forgotPassword.backToLogin}
        </Link>
      </p>
    </div>
  )
}
