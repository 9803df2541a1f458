// Passes a login from an open tab to a new one of the same browser, because a login that is not remembered ends with its tab. What
// this relies on: docs/decisions/0034-logins-in-several-tabs.md.
import type { AccountKind } from '../api/session.ts'
import { openChannel } from '../browser/storage.ts'

export type TabSession = { token: string; username: string }

type Options = {
  kind: AccountKind
  read: () => TabSession | undefined
  /** Whether logins may be passed on while this many accounts are known to be open. */
  isAllowed?: (accounts: number) => boolean
}

export type TabLogins = {
  /** Answers other tabs until it is stopped. `onEnd` is called when another tab has logged this account out. */
  answer: (onEnd: (isSameSession: boolean) => void) => () => void
  /** Returns the accounts logged in on other tabs. */
  find: () => Promise<string[]>
  /** Tells the other tabs that this tab is logging its account out. */
  end: () => void
}

/** How long an open tab has to answer. */
const WAIT_MS = 300

export type Message = Partial<
  Record<'ask' | 'offer' | 'take' | 'login' | 'end' | 'username' | 'tokenStart' | 'session', unknown>
>

/** Distinguishes two sessions of the same account, without granting access. */
const startOf = ({ token }: TabSession) => token.slice(0, 8)

/** Distinguishes replies to different questions. */
export const makeId = () => crypto.getRandomValues(new Uint32Array(4)).join(' ')

const openLogins = (kind: AccountKind) => openChannel(`baobab-${kind}-logins`)

/** Posts a message, and collects the replies until the time is over or there are enough. */
export function collect<T>(
  kind: AccountKind,
  message: Message,
  parse: (reply: Message) => T | undefined,
  enough = Infinity,
): Promise<T[]> {
  const channel = openLogins(kind)
  const found: T[] = []
  if (!channel) return Promise.resolve(found)
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      channel.close()
      resolve(found)
    }
    const timer = setTimeout(finish, WAIT_MS)
    channel.addEventListener('message', ({ data }) => {
      const one = parse(Object(data) as Message)
      if (one !== undefined && found.push(one) >= enough) finish()
    })
    channel.postMessage(message)
  })
}

/** Notes whether another tab logs an account out, until it is stopped. */
export function followLogouts(kind: AccountKind, username: string) {
  const channel = openLogins(kind)
  const logouts = { hasSeen: false, stop: () => channel?.close() }
  channel?.addEventListener('message', ({ data }) => {
    if ((Object(data) as Message).end === username) logouts.hasSeen = true
  })
  return logouts
}

/** Creates what a tab knows of the logins of other tabs. */
export function createTabLogins({ kind, read, isAllowed = () => true }: Options): TabLogins {
  return {
    answer(onEnd) {
      const channel = openLogins(kind)
      channel?.addEventListener('message', ({ data }) => {
        const session = read()
        if (!session) return
        const { ask, take, end, username, tokenStart } = Object(data) as Message
        if (end === session.username) onEnd(tokenStart === startOf(session))
        else if (!isAllowed(1)) return
        else if (ask !== undefined) channel.postMessage({ offer: ask, username: session.username } satisfies Message)
        else if (take !== undefined && username === session.username)
          channel.postMessage({ login: take, session: { ...session } } satisfies Message)
      })
      return () => channel?.close()
    },

    async find() {
      if (!isAllowed(1)) return []
      const ask = makeId()
      const names = await collect(kind, { ask }, ({ offer, username }) =>
        offer === ask && typeof username === 'string' ? username : undefined,
      )
      const accounts = [...new Set(names)].toSorted()
      return isAllowed(accounts.length) ? accounts : []
    },

    end() {
      const session = read()
      if (!session) return
      const channel = openLogins(kind)
      channel?.postMessage({ end: session.username, tokenStart: startOf(session) } satisfies Message)
      channel?.close()
    },
  }
}
