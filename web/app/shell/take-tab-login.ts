// Logs a tab in as an account of another tab (tab-logins.ts). Apart, because few visits of a login page need it.
import { createClient, type Caller } from '@baobab/contract/kernel/client.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { withTimeLimit } from '../api/time-limit.ts'
import type { AccountKind } from './page-after-login.ts'
import { collect, makeId, type Message, type TabSession } from './tab-logins.ts'

type Options<S extends TabSession> = {
  kind: AccountKind
  /** The fields of a session, all of them strings. */
  fields: readonly (keyof S & string)[]
  /** A call that the server refuses to a session that has ended. */
  check: (call: Caller, username: string) => Promise<unknown>
  store: (session: S) => void
}

/** Takes the login of another tab. Resolves to false if that login has ended. */
export type TakeLogin = (username: string) => Promise<boolean>

/** Creates the function that takes a login from another tab and stores it. */
export function createTakeLogin<S extends TabSession>({ kind, fields, check, store }: Options<S>): TakeLogin {
  function toSession(value: unknown): S | undefined {
    const session = Object(value) as Record<string, unknown>
    const isSession = fields.every((field) => typeof session[field] === 'string') && session['token'] !== ''
    return isSession ? (Object.fromEntries(fields.map((field) => [field, session[field]])) as S) : undefined
  }

  return async (username) => {
    const take = makeId()
    const parse = ({ login, session }: Message) => (login === take ? toSession(session) : undefined)
    const [session] = await collect(kind, { take, username }, parse, 1)
    if (session?.username !== username || !(await isAlive(session.token, (call) => check(call, username)))) return false
    store(session)
    return true
  }
}

/** Whether the server knows a session. One that it cannot be asked about now is taken: each later call asks again. */
async function isAlive(token: string, check: (call: Caller) => Promise<unknown>): Promise<boolean> {
  const client = createClient({ token: () => token })
  return check((endpoint, input) => withTimeLimit((signal) => client(endpoint, input, { signal }))).then(
    () => true,
    (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500),
  )
}
