import { resetPassword } from '@baobab/contract/accounts.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { useState } from 'react'
import { paths } from '../paths.ts'
import type { AuthHandle } from '../shell/auth-handle.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { toast } from '../ui/toast.tsx'
import { InvalidLink } from './invalid-link.tsx'
import { SuccessRedirect } from './success-redirect.tsx'
import { studentPasswordRules } from './password-rules.ts'
import { ResetPasswordForm, ResetLink } from './reset-password-form.tsx'
import { useMailedLink } from './use-mailed-link.ts'

export const meta = () => [...pageMeta('Choose a new password'), { name: 'referrer', content: 'no-referrer' }]

export const handle = {
  greeting: { title: 'A fresh start.', text: 'Choose a password that only you know.' },
} satisfies AuthHandle

type Stage = 'form' | 'dead' | 'done'

export default function ResetPassword() {
  const link = useMailedLink(ResetLink)
  const [stage, setStage] = useState<Stage>(link ? 'form' : 'dead')

  function changed() {
    toast(accountsText.resetDone)
    setStage('done')
  }

  return (
    <div>
      <h1>Choose a new password</h1>
      {link && stage === 'form' && (
        <ResetPasswordForm
          endpoint={resetPassword}
          rules={studentPasswordRules}
          link={link}
          onChanged={changed}
          onDead={() => setStage('dead')}
        />
      )}
      {stage === 'dead' && <InvalidLink to={paths.forgotPassword} />}
      {stage === 'done' && (
        <SuccessRedirect to={paths.student.login} state={{ email: link?.email }} label="Login now">
          The new password is set. Every device was logged out.
        </SuccessRedirect>
      )}
    </div>
  )
}
