// Walks the contract: every endpoint refuses callers outside its audience and writes nothing. New endpoints are
// included automatically.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { logOutAdmin } from '@baobab/contract/accounts-admin.ts'
import { logOutStudent } from '@baobab/contract/accounts.ts'
import { api } from '@baobab/contract/api.ts'
import type { Endpoint } from '@baobab/contract/endpoint.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logInAdmin } from '../src/accounts/admin/log-in.ts'
import { sessions, students } from '../src/accounts/tables.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { ADMIN_PASSWORD, makeStudent } from './factories.ts'
import { sampleUrl, makeSamples, endpointName, tokenFor, type Samples } from './samples.ts'
import { snapshotDatabase } from './snapshot-database.ts'

/** Messages for callers without a valid token, where they differ from the common one. */
const sentences: Record<string, string> = {
  'POST /api/trivia/video/:videoTitle/:ageCategory/answer': 'You must be logged in to submit an answer.',
  'POST /api/trivia/video/:videoTitle/:ageCategory/start': 'You must be logged in to submit an answer.',
  'POST /api/trivia/video/:videoTitle/:ageCategory/finish': 'You must be logged in to submit an answer.',
  'GET /api/trivia/video/:videoTitle/:ageCategory/review': 'You must be logged in to submit an answer.',
  'GET /api/trivia/attempts': 'You must be logged in to submit an answer.',
  'PUT /api/videos/:id/watch': 'Authentication required.',
  'PUT /api/videos/:id/progress': 'Authentication required.',
  'POST /api/videos/upload': 'Authentication required.',
  'POST /api/trivia/upload-excel': 'Authentication token is missing. Please log in.',
  'POST /api/trivia/add': 'Authentication token is missing. Please log in.',
  'GET /api/leaderboard/rank': 'You are not logged in.',
}
const UNAUTHORISED = 'Unauthorized access. Please log in.'
const FORBIDDEN = 'You do not have permission to do this.'

let t: TestApp
let samples: Samples
let invalidTokens: Record<string, string>
beforeAll(async () => {
  t = await startTestApp()
  samples = await makeSamples(t)
  invalidTokens = await createInvalidTokens()
})
afterAll(() => t.close())

/** Creates tokens that are no longer valid or never were. */
async function createInvalidTokens(): Promise<Record<string, string>> {
  const [loggedOut, expired, unverified, deleted] = [
    await makeStudent(t),
    await makeStudent(t),
    await makeStudent(t),
    await makeStudent(t),
  ]
  await t.as(loggedOut.token)(logOutStudent, {})
  await t.app.db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.studentId, expired.id))
  await t.app.db.update(students).set({ verifiedAt: null }).where(eq(students.id, unverified.id))
  await t.app.db.delete(students).where(eq(students.id, deleted.id))
  const { rows } = await t.app.pool.query<{ email: string }>('select email from admins')
  const credentials = { email: rows[0]?.email ?? '', password: ADMIN_PASSWORD }
  const admin = await logInAdmin(t.app, credentials, { address: '127.0.0.1', userAgent: 'test' })
  await t.as(admin.authToken)(logOutAdmin, {})
  return {
    'logged out': loggedOut.token,
    expired: expired.token,
    unverified: unverified.token,
    deleted: deleted.token,
    'an admin logged out': admin.authToken,
    'made up': 'x'.repeat(43),
    'a JWT': 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.',
  }
}

/** Calls an endpoint with a request that is valid except for its token. */
async function call(
  endpoint: Endpoint,
  token?: string,
  changes: { url?: string; headers?: Record<string, string> } = {},
) {
  const body = samples.bodies[endpointName(endpoint)]
  const reply = await t.http.inject({
    method: endpoint.method,
    url: changes.url ?? sampleUrl(samples, endpoint),
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...changes.headers },
    ...(body ? { payload: body } : {}),
  })
  return { status: reply.statusCode, body: reply.statusCode < 400 ? undefined : reply.json<{ message: string }>() }
}

const guarded = api
  .filter((endpoint) => endpoint.who !== 'anyone')
  .map((endpoint) => [endpointName(endpoint), endpoint] as const)

describe.each(guarded)('%s', (name, endpoint) => {
  it('refuses visitors and invalid tokens', async () => {
    const expected = {
      status: 401,
      body: { status: 'error', code: 'unauthorised', message: sentences[name] ?? UNAUTHORISED },
    }
    const before = await snapshotDatabase(t)
    expect(await call(endpoint)).toMatchObject(expected)
    for (const token of Object.values(invalidTokens)) expect(await call(endpoint, token)).toMatchObject(expected)
    expect(
      await call(endpoint, undefined, { headers: { authorization: `Basic ${samples.tokens.admin}` } }),
    ).toMatchObject(expected)
    expect(await call(endpoint, undefined, { headers: { cookie: `authToken=${samples.tokens.admin}` } })).toMatchObject(
      expected,
    )
    expect(await snapshotDatabase(t)).toEqual(before)
  })

  it('cannot be reached by another spelling of its path or another method in a header', async () => {
    const url = sampleUrl(samples, endpoint)
    const [path = '', query = ''] = url.split('?')
    const spellings = [`${path}/`, `/${path}`, path.toUpperCase(), `${path}%2f`, `${path}/.`, `${path};a=b`]
    const before = await snapshotDatabase(t)
    for (const spelling of spellings) {
      const reply = await call(endpoint, tokenFor(samples, endpoint), {
        url: query ? `${spelling}?${query}` : spelling,
      })
      expect([400, 403, 404]).toContain(reply.status)
    }
    const overrides = {
      'x-http-method-override': endpoint.method,
      'x-original-url': path,
      'x-forwarded-for': '127.0.0.1',
    }
    for (const method of ['GET', 'POST'] as const) {
      const reply = await t.http.inject({ method, url, headers: overrides })
      expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    }
    expect((await t.http.inject({ method: 'HEAD', url })).statusCode).toBeGreaterThanOrEqual(400)
    expect(await snapshotDatabase(t)).toEqual(before)
  })
})

describe('the other audience', () => {
  it.each(guarded.filter(([, endpoint]) => endpoint.who !== 'user'))('cannot call %s', async (_, endpoint) => {
    const before = await snapshotDatabase(t)
    const reply = await call(endpoint, endpoint.who === 'admin' ? samples.tokens.student : samples.tokens.admin)
    expect(reply).toMatchObject({ status: 403, body: { status: 'error', code: 'forbidden', message: FORBIDDEN } })
    expect(await snapshotDatabase(t)).toEqual(before)
  })
})

describe('a path about another student', () => {
  // Admins may read any student, so these paths have tests of their own (students/).
  const isAdminPath = (path: string) => path.startsWith('/admin/students/')
  const about = guarded.filter(([, { path }]) => path.includes(':username') && !isAdminPath(path))

  it.each(about)('%s replies the same whether that name exists or not', async (_, endpoint) => {
    const stranger = await makeStudent(t)
    const before = await snapshotDatabase(t)
    const ask = async (username: string) => {
      const url = sampleUrl(samples, endpoint, { username })
      const { status, body } = await call(endpoint, tokenFor(samples, endpoint), { url })
      return { status, body: { ...body, requestId: '' } }
    }
    expect(await ask(stranger.username)).toMatchObject({ status: 403, body: { message: FORBIDDEN } })
    expect(await ask('nobody99')).toEqual(await ask(stranger.username))
    expect(await snapshotDatabase(t)).toEqual(before)
  })
})

it('a public endpoint treats an invalid token as none', async () => {
  // Over real connections, because an event stream ends only when its reader disconnects.
  const address = await t.http.listen({ port: 0, host: '127.0.0.1' })
  for (const endpoint of api.filter(({ who, method }) => who === 'anyone' && method === 'GET'))
    for (const token of Object.values(invalidTokens)) {
      const headers = { authorization: `Bearer ${token}` }
      const request = get(address + sampleUrl(samples, endpoint), { agent: false, headers })
      const [reply] = (await once(request, 'response')) as [IncomingMessage]
      expect(reply.statusCode).toBe(200)
      reply.on('error', () => undefined)
      request.destroy()
    }
})

it('every path of the server is in the contract', async () => {
  const { paths } = (await t.http.inject('/api/openapi.json')).json<{ paths: Record<string, object> }>()
  const known = new Set(api.map((endpoint) => endpoint.path.replace(/:(\w+)/g, '{$1}')))
  expect(Object.keys(paths).filter((path) => !known.has(path))).toEqual([])
})
