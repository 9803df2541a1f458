// Logs a tab in with another tab's account (tab-logins.ts). In a file of its own, because few visits to a login page need it.
import { createClient, type Caller } from '@baobab/contract/kernel/client.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import type { AccountKind } from '../api/session.ts'
import { withTimeLimit } from '../api/time-limit.ts'
import { collect, followLogouts, makeId, type Message, type TabSession } from './tab-logins.ts'

type Options<S extends TabSession> = {
  kind: AccountKind
  /** The fields of a session, all of them strings. */
  fields: readonly (keyof S & string)[]
  /** A call that the server refuses if the session has ended. */
  check: (call: Caller, username: string) => Promise<unknown>
  store: (session: S) => void
}

/** Takes the login of another tab. Resolves to false if none of its sessions is left. */
export type TakeLogin = (username: string) => Promise<boolean>

/** Creates the function that takes over and stores another tab's login. */
export function createTakeLogin<S extends TabSession>({ kind, fields, check, store }: Options<S>): TakeLogin {
  const toSession = (value: unknown): S | undefined => {
    const session = Object(value) as Record<string, unknown>
    const isSession = fields.every((field) => typeof session[field] === 'string') && session['token'] !== ''
    return isSession ? (Object.fromEntries(fields.map((field) => [field, session[field]])) as S) : undefined
  }

  return async (username) => {
    const take = makeId()
    const ended = new Set<string>()
    const parse = ({ login, session }: Message) => {
      const one = login === take ? toSession(session) : undefined
      return one?.username === username && !ended.has(one.token) ? one : undefined
    }
    const logouts = followLogouts(kind, username)
    try {
      // The tabs of one account may have different sessions, and one that has ended may answer first. Then the others are asked.
      for (;;) {
        const [session] = await collect(kind, { take, username }, parse, 1)
        if (!session) return false
        const isLeft = await isAlive(session.token, (call) => check(call, username))
        if (logouts.hasSeen) return false
        if (isLeft) {
          store(session)
          return true
        }
        ended.add(session.token)
      }
    } finally {
      logouts.stop()
    }
  }
}

/** Whether the server knows a session. If it cannot be asked now, the session is accepted, because every later call checks it. */
async function isAlive(token: string, check: (call: Caller) => Promise<unknown>): Promise<boolean> {
  const client = createClient({ token: () => token })
  return check((endpoint, input) => withTimeLimit((signal) => client(endpoint, input, { signal }))).then(
    () => true,
    (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500),
  )
}
