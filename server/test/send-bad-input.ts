// Shared by both halves of the bad input tests: requests that are each invalid in one way, and what each must get.
import { api } from '@baobab/contract/api.ts'
import { declarationOf } from '@baobab/contract/kernel/declaration.ts'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from './harness.ts'
import { sampleUrl, makeSamples, endpointName, tokenFor, type Samples } from './samples.ts'
import { snapshotDatabase } from './snapshot-database.ts'

let t: TestApp
let samples: Samples

/** Starts a file's server and creates a valid request for each endpoint. */
export function serveBadInput(): void {
  beforeAll(async () => {
    // More calls than an address may make in a minute.
    t = await startTestApp({ RATE_LIMIT_FACTOR: '0' })
    samples = await makeSamples(t)
  })
  afterAll(() => t.close())
}

export const badInputApp = () => t
export const sampleBodies = () => samples.bodies

/**
 * Chooses among invalid values by the number of an endpoint or a field. `npm test` sends each endpoint a third of the values, and
 * the next endpoint another third, so that each value reaches a third of all endpoints; `npm run test:rest` sends the others.
 */
export type Choose = <T>(values: readonly T[], n: number) => T[]
export const chooseThird: Choose = (values, n) => values.filter((_, index) => index % 3 === n % 3)
export const chooseOthers: Choose = (values, n) => values.filter((_, index) => index % 3 !== n % 3)

const numberOf = (endpoint: Endpoint) => api.findIndex((one) => endpointName(one) === endpointName(endpoint))

type Reply = { status: number; label: string; body: string }

async function send(endpoint: Endpoint, options: InjectOptions & { label: string }): Promise<Reply> {
  const { label, headers, ...rest } = options
  const token = tokenFor(samples, endpoint)
  const reply = await t.http.inject({
    method: endpoint.method,
    url: sampleUrl(samples, endpoint),
    ...rest,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
  })
  return { status: reply.statusCode, label, body: reply.body }
}

const sendJson = (endpoint: Endpoint, payload: string | Buffer, label: string) =>
  send(endpoint, { label, payload, headers: { 'content-type': 'application/json' } })

const bodyOf = (endpoint: Endpoint) => samples.bodies[endpointName(endpoint)] ?? {}

/** Expects the common error format, one of these statuses, and no internals. */
function expectRefusal({ status, label, body }: Reply, statuses: readonly number[]): void {
  expect(statuses, `${label} was answered ${status}`).toContain(status)
  expect(JSON.parse(body)).toMatchObject({ status: 'error', code: expect.any(String), requestId: expect.any(String) })
  expect(body).not.toMatch(/node_modules|\.ts:|\.js:|select .* from|insert into|syntax|FST_|Zod/i)
  expectOwnWording({ label, body })
}

/** The validation library's wording, which nobody should see. */
const libraryWording =
  /Invalid input|Invalid (option|key|element|string|ISO)|expected |received |Too (big|small)|Unrecognized/

function expectOwnWording({ label, body }: Pick<Reply, 'label' | 'body'>): void {
  expect(`${label}: ${body}`).not.toMatch(libraryWording)
}

/** Expects that the calls in all tests of a group write nothing. Reading the database after each test took a third of their time. */
export function expectNothingWritten(): void {
  let before: Awaited<ReturnType<typeof snapshotDatabase>>
  beforeAll(async () => {
    before = await snapshotDatabase(t)
  })
  afterAll(async () => expect(await snapshotDatabase(t)).toEqual(before))
}

/** A webhook that requires a signature or a secret refuses every request without it before parsing it. */
export const isSigned = (endpoint: Endpoint) =>
  declarationOf(endpoint).fails?.some((code) => code === 'signature_invalid' || code === 'mail_secret_wrong') ?? false
const unsigned = (endpoint: Endpoint) => (isSigned(endpoint) ? [401] : [])

export const accepts = (schema: z.core.$ZodType | undefined, value: unknown) =>
  schema !== undefined && z.safeParse(schema, value).success
const listFields = (schema: z.core.$ZodType = z.object({})) =>
  Object.keys(z.toJSONSchema(schema, { io: 'input' }).properties ?? {})

export const named = (list: readonly Endpoint[]) => list.map((endpoint) => [endpointName(endpoint), endpoint] as const)
export const withBody = named(api.filter((endpoint) => declarationOf(endpoint).body))
export const writing = named(api.filter((endpoint) => endpoint.method !== 'GET'))

export const withQuery = named(api.filter((endpoint) => declarationOf(endpoint).query))

const malformed: [string, string | Buffer][] = [
  ['half an object', '{"email":'],
  ['a value missing', '{"a":}'],
  ['single quotes', "{'a':1}"],
  ['two values', '{}{}'],
  ['not a number', '{"a":NaN}'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  ['a prototype', '{"__proto__":{"isAdmin":true}}'],
  ['a prototype by its constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['a prototype further in', '{"a":{"b":[{"__proto__":{"isAdmin":true}}]}}'],
  ['21 levels of lists', `${'['.repeat(21)}${']'.repeat(21)}`],
  ['ten thousand levels', '{"a":'.repeat(10_000)],
]

export async function refuseMalformedJson(endpoint: Endpoint, choose: Choose): Promise<void> {
  for (const [label, payload] of choose(malformed, numberOf(endpoint)))
    expectRefusal(await sendJson(endpoint, payload, label), [400, 413, ...unsigned(endpoint)])
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
}

const otherKinds = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/json2',
  'nonsense',
]

export async function refuseOtherKinds(endpoint: Endpoint, choose: Choose): Promise<void> {
  const payload = JSON.stringify(bodyOf(endpoint))
  for (const kind of choose(otherKinds, numberOf(endpoint)))
    expectRefusal(await send(endpoint, { label: kind, payload, headers: { 'content-type': kind } }), [
      415,
      ...unsigned(endpoint),
    ])
}

export async function refuseOtherShapes(endpoint: Endpoint, choose: Choose): Promise<void> {
  const statuses = isSigned(endpoint) ? [401] : [400]
  for (const payload of choose(['', 'null', 'true', '42', '"text"', '[]', '[{}]'], numberOf(endpoint)))
    expectRefusal(await sendJson(endpoint, payload, payload), statuses)
  const unknown = JSON.stringify({ ...bodyOf(endpoint), score: 99_999, isPaid: true, role: 'admin' })
  expectRefusal(await sendJson(endpoint, unknown, 'unknown fields'), statuses)
}

/** Returns values of types other than a valid value's. */
function wrongFor(good: unknown): unknown[] {
  const objects: object[] = [{}, { $ne: 1 }, { toString: 'x' }, { length: 5 }]
  if (typeof good === 'string') return [42, true, ['x'], [['x']], [], ...objects]
  if (typeof good === 'number') return ['12.5', true, null, [12.5], ...objects]
  if (typeof good === 'boolean') return ['true', 1, null, [true], ...objects]
  return ['x', 42, null, true, [1, 2, 3, 4], [null, null, null, null], [['a'], ['b'], ['c'], ['d']], ...objects]
}

export async function refuseOtherTypes(endpoint: Endpoint, choose: Choose): Promise<void> {
  const body = bodyOf(endpoint)
  for (const [n, [field, good]] of Object.entries(body).entries())
    for (const wrong of choose(wrongFor(good), numberOf(endpoint) + n)) {
      const payload = JSON.stringify({ ...body, [field]: wrong })
      const reply = await sendJson(endpoint, payload, `${field}: ${JSON.stringify(wrong)}`)
      expectRefusal(reply, [400])
      expect(reply.body).toContain('"errors":[')
    }
}

const tooMuch = {
  string: 'x'.repeat(5_000),
  number: 1e12,
  boolean: 2,
  object: Array.from({ length: 200 }, () => 'x'),
}

/** Omits every field, and makes each too big and empty. */
export async function explainBigAndEmpty(endpoint: Endpoint): Promise<void> {
  const body = bodyOf(endpoint)
  for (const [field, good] of Object.entries(body)) {
    const big = tooMuch[typeof good as keyof typeof tooMuch]
    for (const value of [big, typeof good === 'number' ? -1 : ''])
      expectOwnWording(await sendJson(endpoint, JSON.stringify({ ...body, [field]: value }), field))
  }
  expectOwnWording(await sendJson(endpoint, '{}', 'no field'))
}

/** Omits each field, with all others valid. */
export async function explainMissing(endpoint: Endpoint): Promise<void> {
  const body = bodyOf(endpoint)
  for (const field of Object.keys(body)) {
    const { [field]: _left, ...others } = body
    expectOwnWording(await sendJson(endpoint, JSON.stringify(others), field))
  }
}

export async function explainQuery(endpoint: Endpoint, choose: Choose): Promise<void> {
  const [path] = sampleUrl(samples, endpoint).split('?')
  const names = listFields(declarationOf(endpoint).query)
  const values = ['999999999999', '-1', '0.5', 'NaN', 'x'.repeat(2_000)]
  const queries = names.flatMap((name, n) => choose(values, numberOf(endpoint) + n).map((value) => ({ [name]: value })))
  // A valid query for a stream would never end.
  const refused = [{}, ...queries].filter((query) => !accepts(declarationOf(endpoint).query, query))
  for (const query of refused.map((one) => new URLSearchParams(one).toString()))
    expectOwnWording(await send(endpoint, { label: query, url: `${path}?${query}` }))
}

export async function refuseAnyBody(endpoint: Endpoint): Promise<void> {
  for (const payload of ['{"score":99999}', '[1]', '"x"'])
    expectRefusal(await sendJson(endpoint, payload, payload), [400])
}

const megabytes = ['x'.repeat(1_048_576), 'á'.repeat(524_288), ' '.repeat(1_048_576)]

/** Sends megabytes of text in these fields of a body. */
export async function refuseMegabyte(endpoint: Endpoint, fields: readonly string[], choose: Choose): Promise<void> {
  for (const field of fields)
    for (const text of choose(megabytes, numberOf(endpoint)))
      expectRefusal(await sendJson(endpoint, JSON.stringify({ ...bodyOf(endpoint), [field]: text }), field), [
        400,
        413,
        ...unsigned(endpoint),
      ])
}

/** Texts that PostgreSQL cannot store. `fuzz.rest.test.ts` sends all other kinds. */
export const unstorable = ['a\u0000b', 'a\udfffb']

/** Sends in each field the text that `choose` returns for the field's number. */
export async function storeNothing(endpoint: Endpoint, choose: (n: number) => readonly string[]): Promise<void> {
  const body = bodyOf(endpoint)
  for (const [n, [field, good]] of Object.entries(body).entries())
    for (const text of choose(n)) {
      const value = Array.isArray(good) ? [text, ...good.slice(1)] : text
      const payload = JSON.stringify({ ...body, [field]: value })
      const reply = await sendJson(endpoint, payload, `${field}: ${JSON.stringify(text)}`)
      expect(reply).toMatchObject({ label: reply.label, status: expect.toSatisfy((s: number) => s < 500) })
    }
}

/** Endpoints by the parameters in their paths. */
export const parameters = api.flatMap((endpoint) =>
  [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [endpointName(endpoint), name, endpoint] as const),
)
const unknownValues = [
  'nonsense',
  '00000000-0000-4000-8000-000000000000',
  '0',
  '-1',
  'null',
  "'%20or%201=1%20--",
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%E0%A4%A',
  '%',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  encodeURIComponent('ẹ̀ẹ́'.repeat(60)),
  'x'.repeat(1_900),
  'x'.repeat(5_000),
  '__proto__',
  'constructor',
]

export async function refuseUnknownValues(endpoint: Endpoint, parameter: string, choose: Choose): Promise<void> {
  for (const value of choose(unknownValues, numberOf(endpoint))) {
    const url = sampleUrl(samples, endpoint, { [parameter]: value })
    const { body } = declarationOf(endpoint)
    const payload = body ? { payload: JSON.stringify(bodyOf(endpoint)) } : {}
    const headers = body ? { 'content-type': 'application/json' } : {}
    expectRefusal(await send(endpoint, { label: value, url, headers, ...payload }), [400, 403, 404, 414])
  }
}

export async function refuseLooseQueries(endpoint: Endpoint): Promise<void> {
  const [path] = sampleUrl(samples, endpoint).split('?')
  const ask = (query: string) => send(endpoint, { label: query, url: `${path}?${query}` })
  const names = listFields(declarationOf(endpoint).query)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    expectRefusal(await ask(`${name}=a&${name}=b`), [400, 403])
    expectRefusal(await ask(`${name}[]=a`), [400])
    expectRefusal(await ask(`${name}[$ne]=a`), [400])
    for (const value of ['%00', 'x'.repeat(3_000)]) expectRefusal(await ask(`${name}=${value}`), [400, 403, 404])
    // Any text is a valid search, or may be a school's name.
    for (const value of ['search', 'subject', 'school'].includes(name) ? [] : ['', '%ff', "'--", '__proto__'])
      expectRefusal(await ask(`${name}=${value}`), [400, 403, 404])
  }
  expectRefusal(await ask('unknown=1'), [400])
  expectRefusal(await ask('__proto__[isAdmin]=1'), [400])
}

const part = (name: string, value: string, file?: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file}"\r\ncontent-type: video/mp4` : ''}\r\n\r\n${value}\r\n`
const end = '--b--\r\n'
const multipartBodies: [string, string, string][] = [
  ['no boundary', 'multipart/form-data', part('title', 'x') + end],
  ['an empty boundary', 'multipart/form-data; boundary=', part('title', 'x') + end],
  ['an endless boundary', `multipart/form-data; boundary=${'b'.repeat(300)}`, part('title', 'x') + end],
  ['another boundary', 'multipart/form-data; boundary=c', part('title', 'x') + end],
  ['no end', 'multipart/form-data; boundary=b', part('title', 'x')],
  ['a file in an unknown field', 'multipart/form-data; boundary=b', part('evil', 'x', 'a.mp4') + end],
  ['an unknown field', 'multipart/form-data; boundary=b', part('role', 'admin') + end],
  ['a prototype', 'multipart/form-data; boundary=b', part('__proto__', 'x') + end],
  ['eleven fields', 'multipart/form-data; boundary=b', part('title', 'x').repeat(11) + end],
  [
    'a text file as the video',
    'multipart/form-data; boundary=b',
    part('title', 'A title') + part('description', 'x') + part('video', 'not a video', 'a.mp4') + end,
  ],
  [
    'a text file as the picture',
    'multipart/form-data; boundary=b',
    part('profilePicture', 'not a picture', 'a.png') + end,
  ],
  [
    'an empty file',
    'multipart/form-data; boundary=b',
    part('title', 'A title') + part('video', '', 'a.mp4') + part('profilePicture', '', 'a.png') + end,
  ],
]

export async function refuseMultipart(endpoint: Endpoint, choose: Choose): Promise<void> {
  for (const [label, kind, payload] of choose(multipartBodies, numberOf(endpoint)))
    expectRefusal(await send(endpoint, { label, payload, headers: { 'content-type': kind } }), [
      400,
      413,
      415,
      422,
      ...unsigned(endpoint),
    ])
}

export const withFiles = named(api.filter((endpoint) => declarationOf(endpoint).files))

/** Sends an empty file in each field for files, and returns what is said about it. */
export async function refuseEmptyFiles(endpoint: Endpoint): Promise<string> {
  const texts = Object.entries(bodyOf(endpoint)).map(([name, value]) => part(name, String(value)))
  const files = (declarationOf(endpoint).files ?? []).map((name) => part(name, '', 'a.bin'))
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const payload = [...texts, ...files, end].join('')
  const reply = await send(endpoint, { label: 'an empty file', payload, headers })
  expectRefusal(reply, [400])
  return z.object({ message: z.string() }).parse(JSON.parse(reply.body)).message
}
