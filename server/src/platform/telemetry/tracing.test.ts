import { AlwaysOnSampler, ParentBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nameStatement } from './observe-pools.ts'
import { createTracing, readTraceparent } from './tracing.ts'

const [trace, span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

it.each([
  [`00-${trace}-${span}-01`, { traceId: trace, spanId: span, traceFlags: 1, isRemote: true }],
  [`00-${trace}-${span}-fe`, { traceId: trace, spanId: span, traceFlags: 0, isRemote: true }],
  [`00-${'0'.repeat(32)}-${span}-01`, undefined],
  [`00-${trace}-${'0'.repeat(16)}-01`, undefined],
  [`00-${trace.toUpperCase()}-${span}-01`, undefined],
  [`01-${trace}-${span}-01`, undefined],
  [`00-${trace}-${span}-01-more`, undefined],
  ['', undefined],
  [undefined, undefined],
])('reads the header %s', (header, expected) => {
  expect(readTraceparent(header)).toEqual(expected)
})

it.each([
  ['select "id", "email" from "students" where "email" = $1', 'select students'],
  ['insert into "answers" ("id") values ($1)', 'insert answers'],
  ['update "standings" set score = $1', 'update standings'],
  ['\n  with fresh as (select 1 from standing_changes) select * from fresh', 'with standing_changes'],
  ['delete from only sessions', 'delete sessions'],
  ['begin', 'begin'],
  ['', ''],
])('names %s', (text, expected) => {
  expect(nameStatement({ text })).toBe(expected)
})

it('names a prepared statement by its own name', () => {
  expect(nameStatement({ text: 'select 1', name: 'find_session' })).toBe('find_session')
})

it('a name contains no value that was written into a statement', () => {
  const literal = fc
    .string({ minLength: 12 })
    .filter((text) => /^[A-Za-z0-9@. ]+$/.test(text) && !/\b(from|into|update|join)\b/i.test(text))
  fc.assert(
    fc.property(literal, (value) => {
      const name = nameStatement({ text: `select * from "students" where "email" = '${value}'` })
      expect(name).toBe('select students')
    }),
  )
})

const createTracingFor = (sampling: number) => {
  const tracer = new TracerProvider({ sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }) }).getTracer(
    'test',
  )
  return createTracing(tracer, sampling)
}

it('traces the share of requests and jobs that the settings ask for', async () => {
  const [all, none] = [createTracingFor(1), createTracingFor(0)]
  const isTraced = async (tracing: typeof all) => {
    let active = false
    await tracing.job('job', async () => void (active = tracing.isActive()))
    return active
  }
  expect(all.beginRequest('GET /', undefined)).toBeDefined()
  expect(await isTraced(all)).toBe(true)
  expect(none.beginRequest('GET /', undefined)).toBeUndefined()
  expect(await isTraced(none)).toBe(false)
})

it('a trusted proxy decides whether a request is traced', () => {
  expect(createTracingFor(0).beginRequest('GET /', `00-${trace}-${span}-01`)?.spanContext().traceId).toBe(trace)
  expect(createTracingFor(1).beginRequest('GET /', `00-${trace}-${span}-00`)).toBeUndefined()
})

it('a callback belongs to the span it was bound to, or to none, no matter who calls it', () => {
  const tracing = createTracingFor(1)
  const traced = tracing.beginRequest('GET /', undefined)
  if (!traced) throw new Error('it is not traced')
  const seen: [string, boolean][] = []
  const note = (name: string) => seen.push([name, tracing.isActive()])
  const outside = tracing.bind(note)
  const inside = tracing.within(traced, () => tracing.bind(note))
  tracing.within(traced, () => outside('outside'))
  inside('inside')
  expect(seen).toEqual([
    ['outside', false],
    ['inside', true],
  ])
})
