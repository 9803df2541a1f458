import { forgotPassword } from '@baobab/contract/accounts/endpoints.ts'
import { Link, useNavigate } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { deviceField } from '../api/session.ts'
import { paths } from '../paths.ts'
import { type AuthHandle, pageMeta } from '../shell/page-meta.ts'
import { toast } from '../ui/toast.tsx'
import { isEmailAddress, toAddressField } from './address.ts'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { sharedText, text } from './text.ts'

export const meta = () => pageMeta(sharedText.forgotPassword.title)

export const handle = { greeting: sharedText.forgotPassword.greeting } satisfies AuthHandle

export default function ForgotPassword() {
  const navigate = useNavigate()
  /** Asks for a link, or for a code, which the next page asks for. */
  async function request(address: string): Promise<boolean> {
    const { message } = await callApi(forgotPassword, { body: { ...toAddressField(address), ...deviceField() } })
    if (isEmailAddress(address)) return true
    toast(message, { ms: 3000 })
    await navigate(paths.resetPassword, { state: { number: address } })
    return false
  }

  return (
    <div>
      <h1>{sharedText.forgotPassword.title}</h1>
      <p className="muted">{text.forgotPassword.help}</p>
      <ForgotPasswordForm label={sharedText.emailOrNumber} request={request} />
      <p>
        <Link className="auth__link" to={paths.student.login}>
          {sharedText.backToLogin}
        </Link>
      </p>
    </div>
  )
}
