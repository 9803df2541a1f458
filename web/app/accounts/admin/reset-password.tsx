import { resetAdminPassword } from '@baobab/contract/accounts/admin.ts'
import { adminPasswordRules } from '@baobab/contract/accounts/rules.ts'
import { adminPaths } from '../../admin-paths.ts'
import { type AuthHandle, pageMeta } from '../../shell/page-meta.ts'
import { ResetPasswordSteps } from '../reset-password-steps.tsx'
import { sharedText } from '../text.ts'

export const meta = () => [...pageMeta(sharedText.resetPassword.title), { name: 'referrer', content: 'no-referrer' }]

export const handle = { greeting: sharedText.resetPassword.greeting } satisfies AuthHandle

export default function AdminResetPassword() {
  return (
    <div>
      <h1>{sharedText.resetPassword.title}</h1>
      <ResetPasswordSteps
        endpoint={resetAdminPassword}
        owner="admin"
        rules={adminPasswordRules}
        loginPath={adminPaths.login}
        forgotPasswordPath={adminPaths.forgotPassword}
      />
    </div>
  )
}
