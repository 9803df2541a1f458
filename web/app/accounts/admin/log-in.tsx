import { logInAdmin } from '@baobab/contract/accounts-admin.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { callApi } from '../../api/call-api.ts'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import type { AuthHandle } from '../../shell/auth-handle.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { toast } from '../../ui/toast.tsx'
import { SuccessRedirect } from '../success-redirect.tsx'
import { LogInForm, type LoginValues } from '../log-in-form.tsx'
import { SecondFactorLogIn } from './second-factor-log-in.tsx'

export const meta = () => pageMeta('Admin login')

export const handle = {
  greeting: { title: 'Keepers of the tree.', text: 'Videos, trivia and students are looked after here.' },
} satisfies AuthHandle

type Stage = { name: 'form' } | { name: 'code'; typed: LoginValues } | { name: 'done'; username: string }

export default function AdminLogIn() {
  const [stage, setStage] = useState<Stage>({ name: 'form' })

  async function logIn({ email, password }: LoginValues, code?: string) {
    const body = { email, password, ...(code === undefined ? {} : { code }) }
    const { authToken, adminData } = await callApi(logInAdmin, { body })
    if (!authToken) throw new Error('A login without a token is none.')
    queryClient.clear()
    storeAdminSession({ token: authToken, username: adminData.username }, false)
    toast(accountsText.loggedIn)
    setStage({ name: 'done', username: adminData.username })
  }

  return (
    <div>
      <h1>Admin login</h1>
      {stage.name !== 'done' && (
        // Kept while the code is asked for: whoever goes back finds what was typed.
        <div hidden={stage.name === 'code'}>
          <div className="stack">
            <LogInForm
              otherwise={accountsText.adminLoginFailed}
              logIn={(values) => logIn(values)}
              onRefusal={({ code }, typed) => {
                if (code !== 'mfa_required') return false
                setStage({ name: 'code', typed })
                return true
              }}
            />
            <p>
              <Link className="auth__link" to={paths.admin.forgotPassword}>
                Forgot password?
              </Link>
            </p>
            <p>
              No account yet?{' '}
              <Link className="auth__link" to={paths.admin.register}>
                Register
              </Link>
            </p>
          </div>
        </div>
      )}
      {stage.name === 'code' && (
        <SecondFactorLogIn logIn={(code) => logIn(stage.typed, code)} onBack={() => setStage({ name: 'form' })} />
      )}
      {stage.name === 'done' && (
        <SuccessRedirect to={paths.admin.dashboard} ms={3000} label="Go to the console">
          Hello <b>{stage.username}</b>. The console opens in a moment.
        </SuccessRedirect>
      )}
    </div>
  )
}
