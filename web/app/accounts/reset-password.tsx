import { resetPassword } from '@baobab/contract/accounts/endpoints.ts'
import { studentPasswordRules } from '@baobab/contract/accounts/rules.ts'
import { paths } from '../paths.ts'
import { type AuthHandle, pageMeta } from '../shell/page-meta.ts'
import { ResetGuardianChoice, ResetPasswordSteps } from './reset-password-steps.tsx'
import { sharedText } from './text.ts'

export const meta = () => [...pageMeta(sharedText.resetPassword.title), { name: 'referrer', content: 'no-referrer' }]

export const handle = { greeting: sharedText.resetPassword.greeting } satisfies AuthHandle

export default function ResetPassword() {
  return (
    <div>
      <h1>{sharedText.resetPassword.title}</h1>
      <ResetPasswordSteps
        endpoint={resetPassword}
        owner="student"
        rules={studentPasswordRules}
        loginPath={paths.student.login}
        forgotPasswordPath={paths.forgotPassword}
        GuardianChoice={ResetGuardianChoice}
      />
    </div>
  )
}
