import { setImmediate } from 'node:timers/promises'
import { readAdminProfile } from '@baobab/contract/profile/endpoints.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AccountKind } from '../api/session.ts'
import { createTabLogins } from './tab-logins.ts'
import { createTakeLogin } from './take-tab-login.ts'

const WAIT_MS = 300
const open: (() => void)[] = []
let reply = 200
/** The tokens that the server does not know any more. */
let ended: string[] = []

beforeEach(() => {
  reply = 200
  ended = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    const isEnded = ended.some((token) => headers['authorization'] === `Bearer ${token}`)
    return Response.json({}, { status: isEnded ? 401 : reply })
  })
})
afterEach(() => {
  for (const close of open.splice(0)) close()
})

type Session = { token: string; username: string }
type Changes = { kind?: AccountKind; isAllowed?: (accounts: number) => boolean }

/** A tab, with or without a login. */
function makeTab(session?: Session, { kind = 'admin', isAllowed = () => true }: Changes = {}) {
  const state = { session, ended: [] as boolean[], close: () => {} }
  const take = createTakeLogin<Session>({
    kind,
    store: (taken) => (state.session = taken),
    fields: ['token', 'username'],
    check: (call, username) => call(readAdminProfile, { query: { username } }),
  })
  const logins = { ...createTabLogins({ kind, read: () => state.session, isAllowed }), take }
  if (session) {
    state.close = logins.answer((isSame) => state.ended.push(isSame))
    open.push(() => state.close())
  }
  return Object.assign(state, { logins })
}

/** Lets messages arrive, and then the time for answering pass. */
async function settle<T>(promise: Promise<T>): Promise<T> {
  for (let n = 0; n < 10; n += 1) await setImmediate()
  vi.advanceTimersByTime(WAIT_MS)
  return promise
}

/** Records everything posted to admin tabs. */
function listen(): unknown[] {
  const posted: unknown[] = []
  const channel = new BroadcastChannel('baobab-admin-logins')
  channel.addEventListener('message', ({ data }) => posted.push(data))
  open.push(() => channel.close())
  return posted
}

const ngozi = { token: 'token-of-ngozi', username: 'ngozi' }
const ada = { token: 'token-of-ada', username: 'ada' }

it('R-43 a new tab learns names by asking, and a token only by taking a name', async () => {
  makeTab(ngozi)
  makeTab({ ...ngozi })
  const [posted, tab] = [listen(), makeTab()]
  expect(await settle(tab.logins.find())).toEqual(['ngozi'])
  expect(JSON.stringify(posted)).not.toContain('token')
  expect(await settle(tab.logins.take('ngozi'))).toBe(true)
  expect(tab.session).toEqual(ngozi)
})

it('R-43 a session that has ended on the server does not hide the others of its account, whichever tab answers first', async () => {
  const later = { ...ngozi, token: 'later-login' }
  for (const session of [ngozi, { ...ngozi }, later, ada]) makeTab(session)
  ended = [ngozi.token]
  const tab = makeTab()
  expect(await settle(tab.logins.take('ngozi'))).toBe(true)
  expect(tab.session).toEqual(later)
  ended = [ngozi.token, later.token]
  expect(await settle(makeTab().logins.take('ngozi'))).toBe(false)
})

it('R-43 a login that is logged out while a new tab checks it is not stored, even if the server does not know of it yet', async () => {
  const checked = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => checked.promise)
  const [first, tab] = [makeTab(ngozi), makeTab()]
  const taken = tab.logins.take('ngozi')
  for (let n = 0; n < 10; n += 1) await setImmediate()
  first.logins.end()
  first.session = undefined
  for (let n = 0; n < 10; n += 1) await setImmediate()
  checked.resolve(Response.json({}))
  expect(await settle(taken)).toBe(false)
  expect(tab.session).toBeUndefined()
})

it('two accounts are both found, and only the one that was taken is sent', async () => {
  makeTab(ngozi)
  makeTab(ada)
  const [posted, tab] = [listen(), makeTab()]
  expect(await settle(tab.logins.find())).toEqual(['ada', 'ngozi'])
  expect(await settle(tab.logins.take('ada'))).toBe(true)
  expect([tab.session, JSON.stringify(posted).includes(ngozi.token)]).toEqual([ada, false])
})

it.each([
  [401, false],
  [403, false],
  [404, false],
  [503, true],
])('whether a session is stored if the server replies %i: %s', async (status, isTaken) => {
  makeTab(ngozi)
  reply = status
  const tab = makeTab()
  expect(await settle(tab.logins.take('ngozi'))).toBe(isTaken)
  expect(tab.session).toEqual(isTaken ? ngozi : undefined)
})

it('students and admins do not hear each other', async () => {
  makeTab(ngozi)
  const student = makeTab(undefined, { kind: 'student' })
  expect(await settle(student.logins.find())).toEqual([])
  expect(await settle(student.logins.take('ngozi'))).toBe(false)
})

it('R-43 nothing is asked, offered or sent where it is not allowed, nor with more accounts than are allowed', async () => {
  const never = { isAllowed: () => false }
  makeTab(ngozi, never)
  const posted = listen()
  expect(await settle(makeTab().logins.find())).toEqual([])
  expect(await settle(makeTab().logins.take('ngozi'))).toBe(false)
  expect(posted).toHaveLength(2)
  makeTab(ada)
  expect(await makeTab(undefined, never).logins.find()).toEqual([])
  makeTab({ token: 'x', username: 'bola' })
  expect(await settle(makeTab(undefined, { isAllowed: (accounts) => accounts <= 1 }).logins.find())).toEqual([])
})

it('a closed tab, or one whose login has ended, passes nothing on', async () => {
  const [closed, ended] = [makeTab(ngozi), makeTab(ada)]
  closed.close()
  ended.session = undefined
  expect(await settle(makeTab().logins.find())).toEqual([])
})

it('a logout reaches the account’s other tabs, which learn whether their session is a different one', async () => {
  const [out, same, other, stranger] = [
    makeTab(ngozi),
    makeTab(ngozi),
    makeTab({ ...ngozi, token: 'later-login' }),
    makeTab(ada),
  ]
  const posted = listen()
  out.logins.end()
  out.session = undefined
  await settle(Promise.resolve())
  expect([out.ended, same.ended, other.ended, stranger.ended]).toEqual([[], [true], [false], []])
  expect(JSON.stringify(posted)).not.toContain(ngozi.token)
})

it('R-43 what another script replies is not stored unless it is a whole session of the account that was taken', async () => {
  const channel = new BroadcastChannel('baobab-admin-logins')
  open.push(() => channel.close())
  let session: unknown
  channel.addEventListener('message', ({ data }) => {
    const { take } = data as { take: string }
    channel.postMessage(null)
    channel.postMessage({ login: 'another question', session: ngozi })
    channel.postMessage({ login: take, session })
  })
  for (session of [
    undefined,
    'text',
    { username: 'ngozi' },
    { token: '', username: 'ngozi' },
    { token: 7, username: 'ngozi' },
    ada,
  ]) {
    const tab = makeTab()
    expect(await settle(tab.logins.take('ngozi'))).toBe(false)
    expect(tab.session).toBeUndefined()
  }
})

it('a browser without channels finds nobody, at once', async () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  const tab = makeTab(ngozi)
  expect(await tab.logins.find()).toEqual([])
  expect(await tab.logins.take('ngozi')).toBe(false)
  tab.logins.end()
})
