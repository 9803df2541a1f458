import { resetPassword } from '@baobab/contract/accounts.ts'
import { paths } from '../paths.ts'
import type { AuthHandle } from '../shell/auth-handle.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { studentPasswordRules } from './password-rules.ts'
import { ResetPasswordSteps } from './reset-password-steps.tsx'
import { text } from './text.ts'

export const meta = () => [...pageMeta(text.resetPassword.title), { name: 'referrer', content: 'no-referrer' }]

export const handle = { greeting: text.resetPassword.greeting } satisfies AuthHandle

export default function ResetPassword() {
  return (
    <div>
      <h1>{text.resetPassword.title}</h1>
      <ResetPasswordSteps
        endpoint={resetPassword}
        rules={studentPasswordRules}
        loginPath={paths.student.login}
        forgotPasswordPath={paths.forgotPassword}
      />
    </div>
  )
}
