// Walks the contract with valid requests and checks which personal data is in the replies, and that none is in the log. New
// endpoints are included automatically.
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttp } from '../src/http.ts'
import { captureLog } from './capture-log.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { endpointName, makeSamples, type Samples } from './samples.ts'
import { makeRequest, walkEndpoints, type Caller } from './walk-endpoints.ts'

/** Names of fields that contain a secret, contact details, a birth date, or something a quiz must not give away. */
const guardedField =
  /password|secret|token|birth|phone|address|email$|^number$|correctAnswer|recoveryCodes$|(email|username|network)(Key|Hash)$/i

const profile = ['address', 'birth', 'email', 'number']
/** The fields with such names that each endpoint may return to a visitor, a student or an owner. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'GET /student/one-student/:username student': profile,
  'GET /student/one-student/:username admin': profile,
  'PATCH /student/update-profile/:username student': profile,
  'GET /student/me/export student': [...profile, 'passwordResets'],
  'GET /api/payments student': ['email'],
  // Until its email is verified, and only if mail goes to the sandbox: elsewhere it verifies nothing.
  'POST /guardian/register visitor': ['verificationToken'],
  'POST /guardian/register student': ['verificationToken'],
  'POST /guardian/register admin': ['verificationToken'],
  'POST /student/register visitor': ['email', 'verificationToken'],
  'GET /admin/students/:username admin': ['address', 'birth', 'birthProposal', 'email', 'guardianEmail', 'number'],
  'GET /admin/students/:username/duplicates admin': ['birth', 'email'],
  'GET /admin/students/:username/merge admin': ['birth', 'email'],
  'GET /admin/all-students admin': ['email'],
  'GET /admin/pending-registrations admin': ['email'],
  // The number of a refund.
  'GET /admin/all-payments/:reference admin': ['email', 'number'],
  'GET /admin/contact-messages admin': ['email'],
  'GET /admin/contact-messages/:messageId admin': ['email'],
  'PUT /admin/contact-messages/:messageId/read admin': ['email'],
  'PATCH /admin/contact-messages/:messageId admin': ['email'],
  'POST /admin/contact-messages/:messageId/answer admin': ['email'],
  'POST /admin/contact-messages/:messageId/notes admin': ['email'],
  'GET /admin/one-admin admin': ['email'],
  'GET /admin/admins admin': ['email'],
  'POST /admin/invitations admin': ['email'],
  'POST /admin/invitations/:invitationId/resend admin': ['email'],
  'POST /admin/second-factor/begin admin': ['secret'],
  'GET /api/notifications/reach admin': ['byEmail'],
  'PUT /admin/settings admin': ['operatorAddress', 'supportEmail', 'supportPhone'],
  'GET /admin/attempts/:attemptId admin': ['correctAnswer', 'correctAnswerThen'],
  'GET /admin/trivia-questions admin': ['correctAnswer'],
  'GET /admin/trivia-dry-run admin': ['correctAnswer'],
  'GET /admin/question-reports/:reportGroupId admin': ['correctAnswer'],
  'PUT /api/trivia/:triviaId admin': ['correctAnswer'],
  'POST /api/trivia/add admin': ['correctAnswer'],
}

type Reply = { name: string; caller: Caller; body: unknown }

let t: TestApp
let http: FastifyInstance
let samples: Samples
let replies: Reply[]
/** Endpoints whose reply sets a cookie. */
let withCookies: string[]
const { log, lines } = captureLog()

beforeAll(async () => {
  t = await startTestApp({ RATE_LIMIT_FACTOR: '0' })
  samples = await makeSamples(t)
  http = await createHttp({ ...t.app, log })
  replies = []
  withCookies = []
  for (const { endpoint, caller } of walkEndpoints()) replies.push(...(await callAs(endpoint, caller)))
})
afterAll(async () => {
  await http.close()
  await t.close()
})

/** Calls an endpoint with its sample. @returns the reply if it is JSON and not a refusal */
async function callAs(endpoint: Endpoint, caller: Caller): Promise<Reply[]> {
  const name = endpointName(endpoint)
  const reply = await http.inject(makeRequest(samples, { endpoint, caller }))
  if (reply.headers['set-cookie'] !== undefined) withCookies.push(name)
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  if (reply.statusCode >= 300 || !isJson) return []
  return [{ name, caller, body: reply.json<unknown>() }]
}

/** Lists the names of non-empty guarded fields at any depth. */
function listGuarded(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listGuarded)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) => [
    ...(guardedField.test(field) && typeof inner !== 'boolean' && inner !== null && inner !== '' ? [field] : []),
    ...listGuarded(inner),
  ])
}

/** Groups the guarded fields of replies: from `METHOD path caller` to field names. */
function groupGuarded(some: readonly Reply[]): Record<string, string[]> {
  const found = new Map<string, Set<string>>()
  for (const { name, caller, body } of some) {
    const fields = listGuarded(body)
    if (fields.length > 0)
      found.set(`${name} ${caller}`, new Set([...(found.get(`${name} ${caller}`) ?? []), ...fields]))
  }
  return Object.fromEntries([...found].map(([key, fields]) => [key, [...fields].toSorted()]))
}

it('W-29 no reply sets a cookie, which would let another site make requests in a user’s name', () => {
  expect(withCookies).toEqual([])
})

it('R-37 replies contain secrets, personal data and correct answers only where this file allows it', () => {
  expect(groupGuarded(replies)).toEqual(allowed)
})

it('C-01 the log of a call to every endpoint contains no name, address, password or token', async () => {
  expect(lines().length).toBeGreaterThanOrEqual(walkEndpoints().length)
  const { rows } = await t.app.pool.query<Record<string, string | null>>(
    'select username, email, number, address from students union all select username, email, null, null from admins',
  )
  const sent = [...JSON.stringify([samples.bodies, samples.tokens]).matchAll(/"((?:[^"\\]|\\.)*)"/g)]
  const secrets = sent.flatMap(([, text = '']) => (/@|^\+\d{10}|^[\w-]{43}$|tree|Road|Bello/.test(text) ? [text] : []))
  const values = new Set([...rows.flatMap((row) => Object.values(row)), ...secrets].filter((one) => one))
  expect(values.size).toBeGreaterThan(20)
  const printed = lines().map((line) => JSON.stringify(line))
  const found = [...values].flatMap((value) => printed.filter((line) => line.includes(String(value))))
  expect(found.slice(0, 5)).toEqual([])
})
