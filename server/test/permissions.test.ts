// Walks the contract: every endpoint can be called by those listed in the features' `feature.test-data.ts`, and refuses all
// others without writing anything. New endpoints are included automatically.
import { subscribe } from 'node:diagnostics_channel'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { endAccess, logOutAdmin } from '@baobab/contract/accounts/admin.ts'
import { logOutStudent } from '@baobab/contract/accounts/endpoints.ts'
import { api } from '@baobab/contract/api.ts'
import { declarationOf } from '@baobab/contract/kernel/declaration.ts'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { adminRoles, type AdminRole, type CallerRole } from '@baobab/contract/accounts/rules.ts'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { logInAdmin } from '../src/accounts/admin/log-in.ts'
import { logInStudent } from '../src/accounts/log-in.ts'
import { registerStudent } from '../src/accounts/register.ts'
import { sessions, students } from '../src/accounts/tables.ts'
import { makeGuardian } from './guardians.ts'
import { openTestApp } from './harness.ts'
import {
  ADMIN_PASSWORD,
  makeAnotherAdmin,
  makeStudent,
  PASSWORD,
  registration,
  type MadeAdmin,
  type MadeStudent,
} from './factories.ts'
import { sampleCalls, sampleUrl, makeSamples, endpointName, tokenFor } from './samples.ts'
import { snapshotDatabase } from './snapshot-database.ts'

/** Messages for callers without a valid token, if they differ from the common one. */
const sentences: Record<string, string> = {
  'POST /api/trivia/video/:videoTitle/:ageCategory/answer': 'You must be logged in to submit an answer.',
  'POST /api/trivia/video/:videoTitle/:ageCategory/start': 'You must be logged in to submit an answer.',
  'POST /api/trivia/video/:videoTitle/:ageCategory/finish': 'You must be logged in to submit an answer.',
  'GET /api/trivia/video/:videoTitle/:ageCategory/review': 'You must be logged in to submit an answer.',
  'GET /api/trivia/attempts': 'You must be logged in to submit an answer.',
  'GET /api/trivia/video/:videoTitle/:ageCategory/practice': 'You must be logged in to submit an answer.',
  'POST /api/trivia/video/:videoTitle/:ageCategory/practice/answer': 'You must be logged in to submit an answer.',
  'GET /api/trivia/practice/daily': 'You must be logged in to submit an answer.',
  'PUT /api/videos/:id/watch': 'Authentication required.',
  'PUT /api/videos/:id/progress': 'Authentication required.',
  'PUT /api/videos/:id/bookmark': 'Authentication required.',
  'DELETE /api/videos/:id/bookmark': 'Authentication required.',
  'POST /api/videos/upload': 'Authentication required.',
  'POST /api/trivia/upload-excel': 'Authentication token is missing. Please log in.',
  'POST /api/trivia/add': 'Authentication token is missing. Please log in.',
  'GET /api/leaderboard/rank': 'You are not logged in.',
  'GET /api/leaderboard/neighbours': 'You are not logged in.',
  'GET /api/trivia/video/:videoTitle/:ageCategory/movement': 'You must be logged in to submit an answer.',
}
const UNAUTHORISED = 'Unauthorized access. Please log in.'
const FORBIDDEN = 'You do not have permission to do this.'

/** Routes outside the contract: public ones, and those whose sessions and signed links have their own tests. */
const otherRoutes = [
  'GET /api/docs',
  'GET /api/docs/style.css',
  'GET /api/openapi.json',
  'GET /healthz',
  'GET /readyz',
  'GET /downloads/:token/*',
  'GET /student/sign-in/:provider/callback',
  'POST /student/sign-in/apple/callback',
  'POST /unsubscribe',
  ...['GET', 'HEAD'].flatMap((method) =>
    ['/assets/:name', '/media/:token/*', '/og/:id.jpg', '/sitemap.xml'].map((path) => `${method} ${path}`),
  ),
  ...['POST', 'OPTIONS'].map((method) => `${method} /api/uploads`),
  ...['HEAD', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => `${method} /api/uploads/:id`),
]

type Caller = 'visitor' | CallerRole
const callers: readonly Caller[] = ['visitor', 'student', 'guardian', ...adminRoles]

/** Lists every route that a server registers, including plugins' routes, from before the first one is added. */
const routes: { name: string; path: string; endpoint: Endpoint | undefined }[] = []
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url: path, config }) => {
    for (const one of [method].flat()) routes.push({ name: `${one} ${path}`, path, endpoint: config?.endpoint })
  })
})

let tokens: Record<Caller, string | undefined>
let invalidTokens: Record<string, string>
let otherStudent: MadeStudent
let address: string
const t = await openTestApp()
const samples = await makeSamples(t)
beforeAll(async () => {
  const { rows } = await t.app.pool.query<MadeAdmin>('select id, username, email from admins order by created_at')
  const first = { ...(rows[0] ?? { id: '', username: '', email: '' }), token: samples.tokens.admin }
  const { student, guardian } = samples.tokens
  tokens = { visitor: undefined, student, guardian, owner: first.token, ...(await logInRoles(first)) }
  otherStudent = await makeStudent(t)
  invalidTokens = await createInvalidTokens(first)
  address = await t.http.listen({ port: 0, host: '127.0.0.1' })
})

/** Logs in one admin with each role other than owner. */
async function logInRoles(first: MadeAdmin) {
  const login = async (role: AdminRole) => (await makeAnotherAdmin(t, first, role)).token
  return {
    content: await login('content'),
    support: await login('support'),
    finance: await login('finance'),
    auditor: await login('auditor'),
  }
}

/** Creates tokens that are no longer valid or never were. */
async function createInvalidTokens(first: MadeAdmin): Promise<Record<string, string>> {
  const [loggedOut, expired, deleted] = [await makeStudent(t), await makeStudent(t), await makeStudent(t)]
  await t.as(loggedOut.token)(logOutStudent, {})
  await t.app.db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.studentId, expired.id))
  await t.app.db.delete(students).where(eq(students.id, deleted.id))
  const credentials = { email: first.email, password: ADMIN_PASSWORD }
  const admin = await logInAdmin(t.app, credentials, { address: '127.0.0.1', userAgent: 'test' })
  await t.as(admin.authToken)(logOutAdmin, {})
  const [removed, lapsed] = [await makeAnotherAdmin(t, first), await makeAnotherAdmin(t, first)]
  await t.as(first.token)(endAccess, { params: { adminId: removed.id } })
  await t.app.db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.adminId, lapsed.id))
  const { registration: unverified } = await registerStudent(t.app, registration())
  const { email } = otherStudent
  const login = await logInStudent(t.app, { email, password: PASSWORD }, { address: '127.0.0.1', userAgent: 'test' })
  return {
    'of a registration whose email is not verified': unverified,
    'of a known browser': login.device,
    'with a character more': `${otherStudent.token}x`,
    'logged out': loggedOut.token,
    expired: expired.token,
    deleted: deleted.token,
    'an admin logged out': admin.authToken,
    'an admin whose access was removed': removed.token,
    'an admin whose login expired': lapsed.token,
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

/**
 * Calls an endpoint with a request that is refused as malformed where possible: that is checked after the caller, so nothing is
 * written. Uses a real connection, because an event stream ends only when its reader disconnects.
 * @returns the error code, if any
 */
async function probe(endpoint: Endpoint, token: string | undefined): Promise<string | undefined> {
  const url = new URL(sampleUrl(samples, endpoint), address)
  if (declarationOf(endpoint).query) url.searchParams.set('unknown', '1')
  const reader = new AbortController()
  const reply = await fetch(url, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    signal: reader.signal,
    ...(endpoint.method === 'GET' ? {} : { body: '{' }),
  })
  const code = reply.ok ? undefined : ((await reply.json()) as { code: string }).code
  reader.abort()
  return code
}

let snapshot: Awaited<ReturnType<typeof snapshotDatabase>> | undefined
/** Expects that calls write nothing. The state after one test is the state before the next, so it is read only once. */
async function expectNothingWritten(act: () => Promise<void>): Promise<void> {
  const before = snapshot ?? (await snapshotDatabase(t))
  await act()
  snapshot = await snapshotDatabase(t)
  expect(snapshot).toEqual(before)
}

/** Returns whether an expectation includes a caller. */
function isExpected(name: string, caller: Caller): boolean {
  const [expected] = sampleCalls[name]?.callers.split(', ') ?? []
  if (expected === 'anyone') return true
  if (expected === 'admin') return caller !== 'visitor' && caller !== 'student' && caller !== 'guardian'
  return expected?.split(' ').includes(caller) ?? false
}

it('R-26 R-33 the expected callers are listed for every endpoint, and for nothing else', () => {
  expect(Object.keys(sampleCalls).toSorted()).toEqual(api.map(endpointName).toSorted())
})

const named = api.map((endpoint) => [endpointName(endpoint), endpoint] as const)
const guarded = named.filter(([, endpoint]) => endpoint.who !== 'anyone')

describe('the expected callers', () => {
  it.each(named)('may call %s', async (name, endpoint) => {
    for (const caller of callers.filter((one) => isExpected(name, one))) {
      const code = (await probe(endpoint, tokens[caller])) ?? ''
      const isRefused = ['unauthorised', 'forbidden', 'reauth_required'].includes(code)
      expect({ caller, isRefused }).toEqual({ caller, isRefused: false })
    }
  })
})

it('R-26 an admin with several roles may call what each of them may, and nothing else', async () => {
  const owner = { id: '', username: '', email: '', token: tokens.owner ?? '' }
  const { rows } = await t.app.pool.query<{ id: string }>('select id from admins order by created_at limit 1')
  const roles = ['support', 'finance'] as const
  const both = await makeAnotherAdmin(t, { ...owner, id: rows[0]?.id ?? '' }, roles)
  const wrong: string[] = []
  for (const [name, endpoint] of guarded) {
    const isForbidden = (await probe(endpoint, both.token)) === 'forbidden'
    if (isForbidden === roles.some((role) => isExpected(name, role))) wrong.push(name)
  }
  expect(wrong).toEqual([])
  snapshot = undefined
})

describe.each(guarded)('%s', (name, endpoint) => {
  it('R-24 R-25 R-26 refuses everyone else and invalid tokens, and writes nothing', async () => {
    const message = sentences[name] ?? UNAUTHORISED
    const unauthorised = { status: 401, body: { status: 'error', code: 'unauthorised', message } }
    const forbidden = { status: 403, body: { status: 'error', code: 'forbidden', message: FORBIDDEN } }
    await expectNothingWritten(async () => {
      for (const caller of callers.filter((one) => !isExpected(name, one)))
        expect({ caller, ...(await call(endpoint, tokens[caller])) }).toMatchObject({
          caller,
          ...(caller === 'visitor' ? unauthorised : forbidden),
        })
      for (const [kind, token] of Object.entries(invalidTokens))
        expect({ kind, ...(await call(endpoint, token)) }).toMatchObject({ kind, ...unauthorised })
      for (const headers of [
        { authorization: `Basic ${samples.tokens.admin}` },
        { cookie: `authToken=${samples.tokens.admin}` },
      ])
        expect(await call(endpoint, undefined, { headers })).toMatchObject(unauthorised)
    })
  })

  it('R-38 cannot be reached by another spelling of its path or another method in a header', async () => {
    const url = sampleUrl(samples, endpoint)
    const [path = '', query = ''] = url.split('?')
    const spellings = [`${path}/`, `/${path}`, path.toUpperCase(), `${path}%2f`, `${path}/.`, `${path};a=b`]
    await expectNothingWritten(async () => {
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
    })
  })
})

describe('a path about another student', () => {
  // Admins may read any student, so these paths have their own tests (students/).
  const isAdminPath = (path: string) => /^\/admin\/(flagged-)?students\//.test(path)
  const isGuardianPath = (path: string) => path.startsWith('/guardian/')
  const about = guarded.filter(([, { path }]) => path.includes(':username') && !isAdminPath(path))

  it.each(about)('R-33 %s replies the same whether that name exists or not', async (_, endpoint) => {
    const stranger = otherStudent
    await expectNothingWritten(async () => {
      const ask = async (username: string) => {
        const url = sampleUrl(samples, endpoint, { username })
        const { status, body } = await call(endpoint, tokenFor(samples, endpoint), { url })
        return { status, body: { ...body, requestId: '' } }
      }
      // A guardian knows which children are theirs; every other name is unknown to them.
      const refused = isGuardianPath(endpoint.path) ? { status: 404 } : { status: 403, body: { message: FORBIDDEN } }
      expect(await ask(stranger.username)).toMatchObject(refused)
      expect(await ask('nobody99')).toEqual(await ask(stranger.username))
    })
  })
})

describe('an id in a path that belongs to someone else', () => {
  const owned = guarded.filter(([, { path }]) => /:(sessionId|subscriptionId|viewId)\b/.test(path))

  it.each(owned)('R-33 is unknown to anyone else who calls %s', async (name, endpoint) => {
    const others = isExpected(name, 'guardian') ? (await makeGuardian(t)).token : tokens.support
    snapshot = undefined
    const token = isExpected(name, 'student') ? otherStudent.token : others
    await expectNothingWritten(async () => {
      expect(await call(endpoint, token)).toMatchObject({ status: 404 })
    })
  })
})

describe('a login more than fifteen minutes ago', () => {
  const readMark = (name: string) => sampleCalls[name]?.callers.split(', ')[1]

  it('R-41 has a decision for everything an admin changes: whether a session is enough', () => {
    const isChange = ({ who, method }: (typeof api)[number]) =>
      method !== 'GET' && (who === 'admin' || (Array.isArray(who) && !who.includes('student')))
    const undecided = named.filter(([name, endpoint]) => isChange(endpoint) && readMark(name) === undefined)
    expect(undecided.map(([name]) => name)).toEqual([])
  })

  it('R-41 opens no action that must be safe from a stolen session, and writes nothing', async () => {
    const needing = named.filter(([, endpoint]) => endpoint.needsReauthentication)
    const expected = Object.keys(sampleCalls).filter((name) => readMark(name) === 'password')
    expect(needing.map(([name]) => name).toSorted()).toEqual(expected.toSorted())
    const confirmedAt = new Date(t.app.clock.now().getTime() - 15 * 60_000 - 1_000)
    await t.app.db.update(sessions).set({ confirmedAt })
    snapshot = undefined
    await expectNothingWritten(async () => {
      for (const [name, endpoint] of needing)
        expect({ name, ...(await call(endpoint, tokens.owner)) }).toMatchObject({
          name,
          status: 403,
          body: { code: 'reauth_required', message: 'Please enter your password again to continue.' },
        })
    })
    await t.app.db.update(sessions).set({ confirmedAt: t.app.clock.now() })
    snapshot = undefined
  })
})

it('a public endpoint treats an invalid token as missing', async () => {
  for (const endpoint of api.filter(({ who, method }) => who === 'anyone' && method === 'GET'))
    for (const token of Object.values(invalidTokens))
      expect(await probe(endpoint, token)).toBe(await probe(endpoint, undefined))
})

it('R-26 every route belongs to an endpoint of the contract, is a file of the web app or is listed in this test', () => {
  const build = new URL('../../web/build/client', import.meta.url).pathname
  const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  const isOther = ({ path, endpoint }: (typeof routes)[number]) =>
    !path.startsWith('/sandbox') && !isFile(join(build, path)) && !api.some((one) => one.path === endpoint?.path)
  const outside = routes.filter(isOther)
  expect(new Set(outside.map(({ name }) => name))).toEqual(new Set(otherRoutes))
})
