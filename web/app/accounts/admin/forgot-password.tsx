import { forgotAdminPassword } from '@baobab/contract/accounts/admin.ts'
import { Link } from 'react-router'
import { callApi } from '../../api/call-api.ts'
import { deviceField } from '../../api/session.ts'
import { adminPaths } from '../../admin-paths.ts'
import { type AuthHandle, pageMeta } from '../../shell/page-meta.ts'
import { ForgotPasswordForm } from '../forgot-password-form.tsx'
import { sharedText } from '../text.ts'
import { authText } from './text.ts'

export const meta = () => pageMeta(sharedText.forgotPassword.title)

export const handle = { greeting: sharedText.forgotPassword.greeting } satisfies AuthHandle

async function request(email: string): Promise<boolean> {
  await callApi(forgotAdminPassword, { body: { email, ...deviceField() } })
  return true
}

export default function AdminForgotPassword() {
  return (
    <div>
      <h1>{sharedText.forgotPassword.title}</h1>
      <p className="muted">{authText.forgotPassword.help}</p>
      <ForgotPasswordForm label={sharedText.email} request={request} />
      <p>
        <Link className="auth__link" to={adminPaths.login}>
          {sharedText.backToLogin}
        </Link>
      </p>
    </div>
  )
}
