import { accountsText } from '@baobab/contract/accounts-text.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { paths } from '../../paths.ts'
import type { AuthHandle } from '../../shell/auth-handle.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { AdminRegisterForm } from './register-form.tsx'
import { SuccessRedirect } from '../success-redirect.tsx'
import { useMailedLink } from '../use-mailed-link.ts'

export const meta = () => [...pageMeta('Admin registration'), { name: 'referrer', content: 'no-referrer' }]

export const handle = {
  greeting: { title: 'Keepers of the tree.', text: 'Videos, trivia and students are looked after here.' },
} satisfies AuthHandle

/** What the mailed link of an invitation carries. */
const Invited = z.object({ invitation: z.string().min(1), email: z.string().min(1) })

export default function AdminRegister() {
  const invited = useMailedLink(Invited)
  const [stage, setStage] = useState<{ name: 'form' | 'closed' } | { name: 'done'; email: string }>({ name: 'form' })

  function registered(email: string) {
    toast(accountsText.registered)
    setStage({ name: 'done', email })
  }

  return (
    <div>
      <h1>Admin registration</h1>
      {stage.name === 'form' && (
        <AdminRegisterForm invited={invited} onRegistered={registered} onClosed={() => setStage({ name: 'closed' })} />
      )}
      {stage.name === 'closed' && (
        <Note kind="warn" icon="lock-simple" role="alert">
          <p>
            <b>{accountsText.adminByInvitation}</b>
          </p>
          <p>
            {invited
              ? 'This invitation was used, taken back, or is older than 72 hours. Ask for a new one.'
              : 'An admin who is already there can invite you.'}
          </p>
        </Note>
      )}
      {stage.name === 'done' ? (
        <SuccessRedirect to={paths.admin.login} state={{ email: stage.email }} label="Login now">
          The account for <b>{stage.email}</b> is ready.
        </SuccessRedirect>
      ) : (
        <p>
          Already have an account?{' '}
          <Link className="auth__link" to={paths.admin.login}>
            Login
          </Link>
        </p>
      )}
    </div>
  )
}
