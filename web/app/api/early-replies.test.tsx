import { beforeEach, expect, test, vi } from 'vitest'
import { earlyAttribute, earlyScript, fetchOrTakeEarly, USERNAME, type EarlyRequests } from './early-replies.ts'

const profile = `/student/one-student/${encodeURIComponent(USERNAME)}`
const ofStudents: EarlyRequests = {
  urls: { '': [profile], '11-20': [profile, '/api/rank?ageCategory=11-20'] },
  needsNoQuery: false,
}

/** Runs the script as a page's HTML does. Returns the requests, each with its login. */
function open(
  requests: EarlyRequests | undefined,
  { login = {}, search = '' }: { login?: object; search?: string } = {},
) {
  for (const [key, value] of Object.entries(login)) sessionStorage.setItem(key, String(value))
  history.replaceState(null, '', `/page${search}`)
  if (requests) {
    const { name, value } = earlyAttribute(requests)
    document.documentElement.setAttribute(name, value)
  }
  const replied = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ from: 'early' })))
  vi.stubGlobal('fetch', replied)
  // oxlint-disable-next-line no-implied-eval -- a browser runs the text in the same way
  new Function(earlyScript)()
  return replied.mock.calls.map(([url, init]) => [url, new Headers(init?.headers).get('authorization')])
}

const login = { authToken: 'secret', username: 'ada', ageCategory: '11-20' }
const asGet = (authorization?: string): RequestInit => ({
  method: 'GET',
  headers: { accept: 'application/json', ...(authorization !== undefined && { authorization }) },
  signal: null,
})

beforeEach(() => {
  for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name)
  sessionStorage.clear()
})
test('requests what a student of an age category will read, with the login', () => {
  expect(open(ofStudents, { login })).toEqual([
    ['/student/one-student/ada', 'Bearer secret'],
    ['/api/rank?ageCategory=11-20', 'Bearer secret'],
  ])
  expect(document.documentElement.dataset['visitor']).toBeUndefined()
})

test('requests less for a student without an age category', () => {
  expect(open(ofStudents, { login: { ...login, ageCategory: 'none' } })).toEqual([
    ['/student/one-student/ada', 'Bearer secret'],
  ])
})

test('requests nothing for a visitor on a student page, and hides the page', () => {
  expect(open(ofStudents)).toEqual([])
  expect(document.documentElement.dataset['visitor']).toBe('')
})

test('requests what visitors read without a login, and shows them their page', () => {
  expect(open({ urls: { visitor: ['/api/settings'] }, needsNoQuery: false })).toEqual([['/api/settings', null]])
  expect(document.documentElement.dataset['visitor']).toBeUndefined()
})

test('requests nothing if the requests depend on a query unknown to the build', () => {
  const requests = { ...ofStudents, needsNoQuery: true }
  expect(open(requests, { login, search: '?ageCategory=5-10' })).toEqual([])
  expect(open(requests, { login })).toHaveLength(2)
})

test('a reply is taken once, and only by the same login', async () => {
  open(ofStudents, { login })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ from: 'network' })))
  const read = async (authorization?: string) =>
    ((await (await fetchOrTakeEarly('/student/one-student/ada', asGet(authorization))).json()) as { from: string }).from
  expect(await read()).toBe('network')
  expect(await read('Bearer other')).toBe('network')
  expect(await read('Bearer secret')).toBe('early')
  expect(await read('Bearer secret')).toBe('network')
})

test('a reply that nobody took is dropped 15 seconds after it arrived', async () => {
  vi.useFakeTimers()
  open(ofStudents, { login })
  await vi.advanceTimersByTimeAsync(14_000)
  expect(Object.keys(globalThis.earlyReplies ?? {})).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(globalThis.earlyReplies).toEqual({})
})

test('aborting the wait for a reply rejects it', async () => {
  open(ofStudents, { login })
  vi.stubGlobal('earlyReplies', { '/slow': { token: 'secret', reply: new Promise(() => undefined) } })
  const controller = new AbortController()
  const reply = fetchOrTakeEarly('/slow', { ...asGet('Bearer secret'), signal: controller.signal })
  controller.abort(new Error('too late'))
  await expect(reply).rejects.toThrow('too late')
})

test('a document without a list of requests sends none', () => {
  expect(open(undefined, { login })).toEqual([])
})
