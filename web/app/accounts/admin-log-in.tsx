import { logInAdmin } from '@baobab/contract/accounts.ts'
import { text } from '@baobab/contract/text.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../api/call.ts'
import { queryClient } from '../api/q.ts'
import { keepAdminSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import type { AuthHandle } from '../shell/auth-layout.tsx'
import { titled } from '../shell/meta.ts'
import { toast } from '../ui/toast.tsx'
import { Done } from './done.tsx'
import { LogInForm, type LoginValues } from './log-in-form.tsx'

export const meta = () => titled('Admin login')

export const handle = {
  greeting: { title: 'Keepers of the tree.', text: 'Videos, trivia and students are looked after here.' },
} satisfies AuthHandle

export default function AdminLogIn() {
  const [username, setUsername] = useState<string>()

  async function logIn({ email, password }: LoginValues) {
    const { authToken, adminData } = await call(logInAdmin, { body: { email, password } })
    if (!authToken) throw new Error('A login without a token is none.')
    queryClient.clear()
    keepAdminSession({ token: authToken, username: adminData.username }, false)
    toast(text.loggedIn)
    setUsername(adminData.username)
  }

  return (
    <div>
      <h1>Admin login</h1>
      {username === undefined ? (
        <>
          <LogInForm otherwise={text.adminLoginFailed} logIn={logIn} />
          <p>
            No account yet?{' '}
            <Link className="auth__link" to={paths.admin.register}>
              Register
            </Link>
          </p>
        </>
      ) : (
        <Done to={paths.admin.dashboard} ms={3000} label="Go to the console">
          Hello <b>{username}</b>. The console opens in a moment.
        </Done>
      )}
    </div>
  )
}
