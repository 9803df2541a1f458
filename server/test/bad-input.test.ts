// Walks the contract with requests that are each invalid in one way: each gets a clear 4xx, never a 500, and writes
// nothing. New endpoints are included automatically.
import { api } from '@baobab/contract/api.ts'
import { declarationOf } from '@baobab/contract/declaration.ts'
import type { Endpoint } from '@baobab/contract/endpoint.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from './harness.ts'
import { sampleUrl, makeSamples, endpointName, tokenFor, type Samples } from './samples.ts'
import { snapshotDatabase } from './snapshot-database.ts'

let t: TestApp
let samples: Samples
beforeAll(async () => {
  // More calls than an address may make in a minute.
  t = await startTestApp({ RATE_LIMIT_FACTOR: '0' })
  samples = await makeSamples(t)
})
afterAll(() => t.close())

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

/** Expects the common shape of errors, one of these statuses, and no internals. */
function expectRefusal({ status, label, body }: Reply, statuses: readonly number[]): void {
  expect(statuses, `${label} was answered ${status}`).toContain(status)
  expect(JSON.parse(body)).toMatchObject({ status: 'error', code: expect.any(String), requestId: expect.any(String) })
  expect(body).not.toMatch(/node_modules|\.ts:|\.js:|select .* from|insert into|syntax|FST_|Zod/i)
  expectOwnWording({ label, body })
}

/** The wording of the validation library, which nobody may read. */
const libraryWording =
  /Invalid input|Invalid (option|key|element|string|ISO)|expected |received |Too (big|small)|Unrecognized/

function expectOwnWording({ label, body }: Pick<Reply, 'label' | 'body'>): void {
  expect(`${label}: ${body}`).not.toMatch(libraryWording)
}

let snapshot: Awaited<ReturnType<typeof snapshotDatabase>> | undefined
/** Expects that calls write nothing. The state after one test is the state before the next, and is read once. */
async function expectNothingWritten(act: () => Promise<void>): Promise<void> {
  const before = snapshot ?? (await snapshotDatabase(t))
  await act()
  snapshot = await snapshotDatabase(t)
  expect(snapshot).toEqual(before)
}

it('what is written is noticed: a row that is new, changed or gone, but not when somebody was last seen', async () => {
  const read = () => snapshotDatabase(t)
  const before = await read()
  await t.owner.query('update sessions set last_seen_at = now()')
  expect(await read()).toEqual(before)
  const states = [before]
  for (const statement of [
    `insert into contact_messages (id, first_name, last_name, email, message, created_at)
       values (gen_random_uuid(), 'A', 'B', 'a@b.example', 'C', now())`,
    `update contact_messages set message = 'D' where email = 'a@b.example'`,
    `delete from contact_messages where email = 'a@b.example'`,
  ]) {
    await t.owner.query(statement)
    states.push(await read())
  }
  expect(states.map((state) => state['contact_messages'] === before['contact_messages'])).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect(states[1]).not.toEqual(states[2])
  expect(states[3]).toEqual(before)
})

/** An endpoint that requires a signature refuses every unsigned request before it is parsed. */
const isSigned = (endpoint: Endpoint) => declarationOf(endpoint).fails?.includes('signature_invalid') ?? false
const unsigned = (endpoint: Endpoint) => (isSigned(endpoint) ? [401] : [])

const accepts = (schema: z.core.$ZodType | undefined, value: unknown) =>
  schema !== undefined && z.safeParse(schema, value).success
const listFields = (schema: z.core.$ZodType = z.object({})) =>
  Object.keys(z.toJSONSchema(schema, { io: 'input' }).properties ?? {})

const named = (list: readonly Endpoint[]) => list.map((endpoint) => [endpointName(endpoint), endpoint] as const)
const withBody = named(api.filter((endpoint) => declarationOf(endpoint).body))
const writing = named(api.filter((endpoint) => endpoint.method !== 'GET'))

it.each(withBody)('%s has a sample that its contract accepts', (name, endpoint) => {
  expect(Object.keys(samples.bodies)).toContain(name)
  expect(accepts(declarationOf(endpoint).body, samples.bodies[name])).toBe(true)
})

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

describe('JSON that cannot be read', () => {
  it.each(writing)('R-39 is refused by %s', async (_, endpoint) => {
    await expectNothingWritten(async () => {
      for (const [label, payload] of malformed)
        expectRefusal(await sendJson(endpoint, payload, label), [400, 413, ...unsigned(endpoint)])
    })
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })
})

describe('a body of another kind', () => {
  it.each(writing)('is refused by %s', async (_, endpoint) => {
    const kinds = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/xml',
      'application/json2',
      'nonsense',
    ]
    const payload = JSON.stringify(bodyOf(endpoint))
    await expectNothingWritten(async () => {
      for (const kind of kinds)
        expectRefusal(await send(endpoint, { label: kind, payload, headers: { 'content-type': kind } }), [415])
    })
  })

  it.each(withBody)('R-34 R-35 or another shape is refused by %s', async (_, endpoint) => {
    await expectNothingWritten(async () => {
      const statuses = isSigned(endpoint) ? [401] : [400]
      for (const payload of ['', 'null', 'true', '42', '"text"', '[]', '[{}]'])
        expectRefusal(await sendJson(endpoint, payload, payload), statuses)
      const unknown = JSON.stringify({ ...bodyOf(endpoint), score: 99_999, isPaid: true, role: 'admin' })
      expectRefusal(await sendJson(endpoint, unknown, 'unknown fields'), statuses)
    })
  })
})

/** Returns values of other types than a valid one. */
function wrongFor(good: unknown): unknown[] {
  const objects: object[] = [{}, { $ne: 1 }, { toString: 'x' }, { length: 5 }]
  if (typeof good === 'string') return [42, true, ['x'], [['x']], [], ...objects]
  if (typeof good === 'number') return ['12.5', true, null, [12.5], ...objects]
  if (typeof good === 'boolean') return ['true', 1, null, [true], ...objects]
  return ['x', 42, null, true, [1, 2, 3, 4], [null, null, null, null], [['a'], ['b'], ['c'], ['d']], ...objects]
}

describe('a field of another type', () => {
  it.each(withBody.filter(([, endpoint]) => !isSigned(endpoint)))('R-35 is refused by %s', async (_, endpoint) => {
    const body = bodyOf(endpoint)
    await expectNothingWritten(async () => {
      for (const [field, good] of Object.entries(body))
        for (const wrong of wrongFor(good)) {
          const reply = await sendJson(
            endpoint,
            JSON.stringify({ ...body, [field]: wrong }),
            `${field}: ${JSON.stringify(wrong)}`,
          )
          expectRefusal(reply, [400])
          expect(reply.body).toContain('"errors":[')
        }
    })
  })
})

describe('a missing field or a value that is too big', () => {
  // What is optional may be missing, so these calls may write.
  afterAll(() => {
    snapshot = undefined
  })

  it.each(withBody)('is explained by %s in a sentence of ours', async (_, endpoint) => {
    const body = bodyOf(endpoint)
    const tooMuch = {
      string: 'x'.repeat(5_000),
      number: 1e12,
      boolean: 2,
      object: Array.from({ length: 200 }, () => 'x'),
    }
    for (const [field, good] of Object.entries(body)) {
      const { [field]: _left, ...others } = body
      const big = tooMuch[typeof good as keyof typeof tooMuch]
      for (const payload of [
        others,
        { ...body, [field]: big },
        { ...body, [field]: typeof good === 'number' ? -1 : '' },
      ])
        expectOwnWording(await sendJson(endpoint, JSON.stringify(payload), field))
    }
    expectOwnWording(await sendJson(endpoint, '{}', 'no field'))
  })

  it.each(named(api.filter((endpoint) => declarationOf(endpoint).query)))(
    'is explained by %s in the query',
    async (_, endpoint) => {
      const [path] = sampleUrl(samples, endpoint).split('?')
      const names = listFields(declarationOf(endpoint).query)
      const values = ['999999999999', '-1', '0.5', 'NaN', 'x'.repeat(2_000)]
      const queries = [{}, ...names.flatMap((name) => values.map((value) => ({ [name]: value })))]
      // A valid query of a stream would never end.
      const refused = queries.filter((query) => !accepts(declarationOf(endpoint).query, query))
      for (const query of refused.map((one) => new URLSearchParams(one).toString()))
        expectOwnWording(await send(endpoint, { label: query, url: `${path}?${query}` }))
    },
  )
})

describe('a field where the endpoint has none', () => {
  const withoutBody = writing.filter(([, endpoint]) => !declarationOf(endpoint).body)

  it.each(withoutBody)('is refused by %s', async (_, endpoint) => {
    await expectNothingWritten(async () => {
      for (const payload of ['{"score":99999}', '[1]', '"x"'])
        expectRefusal(await sendJson(endpoint, payload, payload), [400])
    })
  })
})

describe('a megabyte of text in a field', () => {
  it.each(withBody)('W-18 is refused by %s', async (_, endpoint) => {
    const body = bodyOf(endpoint)
    const huge = ['x'.repeat(1_048_576), 'á'.repeat(524_288), ' '.repeat(1_048_576)]
    await expectNothingWritten(async () => {
      for (const field of [...Object.keys(body), 'unknown'])
        for (const text of huge)
          expectRefusal(await sendJson(endpoint, JSON.stringify({ ...body, [field]: text }), field), [400, 413])
    })
  })
})

/** Texts that PostgreSQL cannot store. `fuzz.rest.test.ts` sends all other kinds. */
const unstorable = ['a\u0000b', 'a\udfffb']

describe('a text that cannot be stored', () => {
  it.each(withBody)('R-40 never breaks %s', async (_, endpoint) => {
    const body = bodyOf(endpoint)
    for (const [field, good] of Object.entries(body))
      for (const text of unstorable) {
        const value = Array.isArray(good) ? [text, ...good.slice(1)] : text
        const reply = await sendJson(
          endpoint,
          JSON.stringify({ ...body, [field]: value }),
          `${field}: ${JSON.stringify(text)}`,
        )
        expect(reply).toMatchObject({ label: reply.label, status: expect.toSatisfy((s: number) => s < 500) })
      }
  })
})

describe('an unknown name or id in a path', () => {
  const parameters = api.flatMap((endpoint) =>
    [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [endpointName(endpoint), name, endpoint] as const),
  )
  const unknown = [
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

  it.each(parameters)('R-40 %s refuses it as :%s', async (_, parameter, endpoint) => {
    await expectNothingWritten(async () => {
      for (const value of unknown) {
        const url = sampleUrl(samples, endpoint, { [parameter]: value })
        const { body } = declarationOf(endpoint)
        const payload = body ? { payload: JSON.stringify(bodyOf(endpoint)) } : {}
        const headers = body ? { 'content-type': 'application/json' } : {}
        expectRefusal(await send(endpoint, { label: value, url, headers, ...payload }), [400, 403, 404, 414])
      }
    })
  })
})

describe('a query', () => {
  it.each(named(api.filter((endpoint) => declarationOf(endpoint).query)))(
    'R-36 of %s is strict',
    async (_, endpoint) => {
      const [path] = sampleUrl(samples, endpoint).split('?')
      const ask = (query: string) => send(endpoint, { label: query, url: `${path}?${query}` })
      const names = listFields(declarationOf(endpoint).query)
      expect(names.length).toBeGreaterThan(0)
      await expectNothingWritten(async () => {
        for (const name of names) {
          expectRefusal(await ask(`${name}=a&${name}=b`), [400, 403])
          expectRefusal(await ask(`${name}[]=a`), [400])
          expectRefusal(await ask(`${name}[$ne]=a`), [400])
          for (const value of ['%00', 'x'.repeat(3_000)]) expectRefusal(await ask(`${name}=${value}`), [400, 403, 404])
          // Any text is a valid search, or may be the name of a school.
          for (const value of ['search', 'subject', 'school'].includes(name) ? [] : ['', '%ff', "'--", '__proto__'])
            expectRefusal(await ask(`${name}=${value}`), [400, 403, 404])
        }
        expectRefusal(await ask('unknown=1'), [400])
        expectRefusal(await ask('__proto__[isAdmin]=1'), [400])
      })
    },
  )
})

describe('a multipart body', () => {
  const part = (name: string, value: string, file?: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file}"\r\ncontent-type: video/mp4` : ''}\r\n\r\n${value}\r\n`
  const end = '--b--\r\n'
  const bodies: [string, string, string][] = [
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

  it.each(writing)('that is malformed or contains no video is refused by %s', async (_, endpoint) => {
    await expectNothingWritten(async () => {
      for (const [label, kind, payload] of bodies)
        expectRefusal(await send(endpoint, { label, payload, headers: { 'content-type': kind } }), [400, 413, 415, 422])
    })
  })
})
