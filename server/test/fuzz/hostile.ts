// Creates requests that are hostile in one or two places and valid elsewhere, so that they reach deep into an endpoint.
import { declarationOf } from '@baobab/contract/kernel/declaration.ts'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import fc from 'fast-check'
import { z } from 'zod'
import { endpointName, type Samples } from '../samples.ts'

/** A request to one endpoint. `payload` is text, so that it can contain what no object can, such as duplicate keys. */
export type HostileRequest = {
  path: string
  headers: Record<string, string>
  payload?: Buffer
}

/** Characters that Node's own client rejects in a header: everything else has to reach the server. */
const notInHeaders = /[^\t\x20-\x7e\x80-\xff]/g
const MEBIBYTE = 1_048_576

/** Texts known to break programs. */
const knownTexts = [
  '',
  ' ',
  "'; drop table students; --",
  '" or ""="',
  '${7*7}{{7*7}}#{7*7}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '\r\nBcc: victim@school.example',
  '\u202eevil\u2066',
  '\u0130\u0131\u00df\ufb03',
  'ﷺ'.repeat(40),
  'Z\u0351\u036b\u0343'.repeat(30),
  '👩‍👩‍👧‍👦'.repeat(20),
  '%00%ff%2e',
  '\\u0000',
  '%',
  '_',
  '\\',
  '{}',
  '[]',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  '00000000-0000-0000-0000-000000000000',
]

const numbersAsText = [
  'NaN',
  'Infinity',
  '-Infinity',
  '-1',
  '-0',
  '0',
  '1e999',
  '0x10',
  '1_000',
  '١٢',
  '9007199254740993',
]

const impossibleDates = [
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '0000-01-01',
  '-000001-01-01',
  '9999-12-31',
  '10000-01-01',
  '+275760-09-13T00:00:00.001Z',
  '2026-13-01T25:61:61Z',
  '2026-12-31T23:59:60Z',
  '2026-06-01T00:00:00+99:99',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999-12:00',
  '2026-06',
  '0000-00',
  '9999-99',
  '4713-01-01 BC',
  'infinity',
  'now',
]

/** Texts with half of a surrogate pair anywhere. */
const loneSurrogates = fc
  .tuple(fc.string({ maxLength: 5 }), fc.integer({ min: 0xd800, max: 0xdfff }), fc.string({ maxLength: 5 }))
  .map(([before, half, after]) => `${before}${String.fromCharCode(half)}${after}`)

/** Characters from every Unicode plane, including unassigned ones. */
const planes = fc
  .tuple(fc.integer({ min: 0, max: 16 }), fc.constantFrom(0x20, 0x301, 0xe001, 0xfdd0, 0xfffd, 0xfffe, 0xffff))
  .map(([plane, code]) => String.fromCodePoint(plane * 0x1_0000 + code).repeat(3))

const lengths = [30, 71, 101, 201, 255, 256, 501, 1_001, 2_001, 5_001, 16_385, MEBIBYTE]
const longTexts = fc
  .tuple(fc.constantFrom('x', ' ', 'é', '\u0301', '👩‍👩‍👧‍👦', '\n'), fc.constantFrom(...lengths))
  .map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length)))

/** Texts that PostgreSQL cannot store. */
const unstorable = fc.oneof(fc.constantFrom('\u0000', 'a\u0000b'), loneSurrogates)

const hostileTexts = fc.oneof(
  { weight: 2, arbitrary: unstorable },
  fc.constantFrom(...knownTexts),
  fc.constantFrom(...numbersAsText),
  fc.constantFrom(...impossibleDates),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  planes,
  longTexts,
)

/** JSON other than text, including numbers that JavaScript cannot represent, and keys that belong to every object. */
const otherJson = [
  'null',
  'true',
  'false',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[{}]',
  '0',
  '-0',
  '-1',
  '1e400',
  '-1e400',
  '1e-400',
  '0.1',
  '1e21',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '9223372036854775808',
  '123456789012345678901234567890',
  'NaN',
  '{"$ne":null}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":1,"valueOf":1,"toJSON":1}',
  '{"length":1e9}',
  '{"then":1}',
]

const nested = fc
  .tuple(fc.constantFrom(['[', ']'], ['{"a":', '}']), fc.integer({ min: 2, max: 2_000 }))
  .map(([[open = '', close = ''], depth]) => `${open.repeat(depth)}1${close.repeat(depth)}`)

const longLists = fc
  .tuple(hostileTexts, fc.constantFrom(2, 101, 1_001, 10_001))
  .map(([text, count]) => JSON.stringify(Array.from({ length: count }, () => text.slice(0, 20))))

/** A JSON value as text. */
const hostileJson = fc.oneof(
  { weight: 5, arbitrary: hostileTexts.map((text) => JSON.stringify(text)) },
  { weight: 3, arbitrary: fc.constantFrom(...otherJson) },
  { weight: 1, arbitrary: fc.maxSafeInteger().map(String) },
  { weight: 1, arbitrary: fc.double().map(String) },
  { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: longLists },
)

const dates = fc.oneof(
  fc.constantFrom(...impossibleDates),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
)
const numbers = fc.oneof(
  fc.constantFrom(...otherJson.filter((json) => /^-?\d/.test(json))),
  fc.maxSafeInteger().map(String),
)

/** Values to replace a valid one: half of them resemble it, and pass more checks. */
function hostileInsteadOf(valid: unknown): fc.Arbitrary<string> {
  if (typeof valid === 'number') return fc.oneof(numbers, hostileJson)
  if (typeof valid !== 'string') return hostileJson
  const similar = /^\d{4}-\d{2}/.test(valid) ? dates : hostileTexts
  return fc.oneof(
    similar.map((text) => JSON.stringify(text)),
    hostileJson,
  )
}

const hostileKeys = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'score', 'role', 'isPaid', ''),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

type Path = readonly string[]

/** Returns the value at a path in a body. */
const readAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inside, key) => (inside as Record<string, unknown> | undefined)?.[key], value)

/** Lists the paths in a body: every field, and every item of its lists. */
function listPlaces(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inside = Object.entries(value).flatMap(([key, child]) => listPlaces(child, [...path, key]))
  return path.length === 0 ? inside : [path, ...inside]
}

/** Returns JSON with the value at one path replaced by other JSON, or removed if that is undefined. */
function replaceAt(value: unknown, path: Path, json: string | undefined): string | undefined {
  const [key, ...rest] = path
  if (key === undefined) return json
  const entries = Object.entries(value ?? {}).flatMap(([name, child]): [string, string][] => {
    const text = name === key ? replaceAt(child, rest, json) : JSON.stringify(child)
    return text === undefined ? [] : [[name, text]]
  })
  const isKnown = typeof value === 'object' && value !== null && key in value
  if (!isKnown && json !== undefined) entries.push([key, json])
  if (Array.isArray(value)) return `[${entries.map(([, text]) => text).join(',')}]`
  return `{${entries.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
}

const fieldsOf = (schema: z.core.$ZodType | undefined): string[] =>
  schema ? Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : []

/** A JSON body with one field different from a valid one: replaced, removed, added or duplicated. */
function hostileBodies(sample: Record<string, unknown>, fields: readonly string[]): fc.Arbitrary<string> {
  const places = [...listPlaces(sample), ...fields.filter((name) => !(name in sample)).map((name) => [name])]
  const added = fc.tuple(hostileKeys, hostileJson).map(([key, json]) => {
    const others = Object.entries(sample).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    return `{${[...others, `${JSON.stringify(key)}:${json}`].join(',')}}`
  })
  if (places.length === 0) return added
  const place = fc.constantFrom(...places)
  const replaced = place.chain((path) =>
    hostileInsteadOf(readAt(sample, path)).map((json) => replaceAt(sample, path, json) ?? '{}'),
  )
  const leftOut = place.map((path) => replaceAt(sample, path, undefined) ?? '{}')
  const twice = fc.tuple(place, hostileJson).map(([path, json]) => {
    const key = JSON.stringify(path[0])
    return `${JSON.stringify(sample).slice(0, -1)}${Object.keys(sample).length > 0 ? ',' : ''}${key}:${json}}`
  })
  return fc.oneof(
    { weight: 8, arbitrary: replaced },
    { weight: 1, arbitrary: leftOut },
    { weight: 1, arbitrary: added },
    { weight: 1, arbitrary: twice },
    { weight: 1, arbitrary: hostileJson },
  )
}

/** Percent-encodes a text as UTF-8, with halves of surrogate pairs as three bytes, which no correct client does. */
export function encodePart(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(character)
    const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
    return bytes.map((byte) => `%${byte.toString(16).toUpperCase()}`).join('')
  }).join('')
}

/** A part of an address: properly encoded, or characters passed on as they are. */
const addressParts = fc.oneof(
  { weight: 6, arbitrary: hostileTexts.map((text) => encodePart(text.slice(0, 20_000))) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('%', '%zz', '%ff', '%c0%af', '%E0%A4%A', '..%2f..%2fetc', '%2e%2e', ';a=b', '%u0041'),
  },
)

const usable = (query: readonly (readonly [string, string])[]) =>
  query.length > 0 ? `?${query.map(([name, value]) => `${name}=${value}`).join('&')}` : ''

/** The values that a schema lists for a query field, so that other fields are tried together with valid ones. */
function listChoices(schema: z.core.$ZodType | undefined, field: string): string[] {
  if (!schema) return []
  const properties = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}
  const property = properties[field]
  return typeof property === 'object' && Array.isArray(property.enum) ? property.enum.map(String) : []
}

function hostileQueries(endpoint: Endpoint, sample: Record<string, string>): fc.Arbitrary<string> {
  const { query } = declarationOf(endpoint)
  const names = fieldsOf(query)
  const pairs = names.map((name) => {
    const choices = listChoices(query, name).map(encodeURIComponent)
    const known = [...choices, ...(sample[name] === undefined ? [] : [encodeURIComponent(sample[name])])]
    const looksDated = /^(from|to|month|date|before|after)$/.test(name)
    const unknown = looksDated ? fc.oneof(dates.map(encodeURIComponent), addressParts) : addressParts
    const values = known.length > 0 ? fc.oneof(fc.constantFrom(...known), unknown) : unknown
    return values.map((value): [string, string] => [name, value])
  })
  const unknown = fc.tuple(hostileKeys.map(encodePart), addressParts)
  const given = Object.entries(sample).map(([name, value]): [string, string] => [name, encodeURIComponent(value)])
  const chosen = fc.array(
    pairs.length > 0
      ? fc.oneof({ weight: 6, arbitrary: fc.oneof(...pairs) }, { weight: 1, arbitrary: unknown })
      : unknown,
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  return chosen.map((list) => {
    const names = new Set(list.map(([name]) => name))
    return usable([...given.filter(([name]) => !names.has(name)), ...list])
  })
}

/** Headers read by the server or one of its parts. */
const headerNames = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'cookie',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'last-event-id',
  'origin',
  'range',
  'referer',
  'sec-fetch-site',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-paystack-signature',
  'x-request-id',
  'authorization',
]

const headerValues = fc.oneof(
  hostileTexts.map((text) => Buffer.from(text.slice(0, 4_000)).toString('latin1').replace(notInHeaders, '')),
  fc.constantFrom(
    'bytes=0-,1-,2-',
    'bytes=-1',
    'bytes=9007199254740993-',
    '*/*;q=9',
    'gzip;q=NaN',
    'application/json; charset=utf-16',
    'multipart/form-data',
    'Bearer ',
    'Bearer é',
    'Basic Og==',
    '"',
    'W/"',
    '*',
    'a=b; a=c; =; ;',
  ),
)

const hostileHeaders = fc
  .tuple(fc.constantFrom(...headerNames), headerValues)
  .map(([name, value]): Record<string, string> => ({ [name]: value }))

const parts = fc.record({
  name: hostileTexts.map((text) => text.slice(0, 300)),
  isDeclared: fc.boolean(),
  fileName: fc.option(hostileTexts.map((text) => text.slice(0, 300))),
  content: fc.oneof(
    hostileTexts.map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\0\0\0',
        '\xff\xd8\xff\xe0\0\x10JFIF\0',
        'GIF89a\xff\xff\xff\xff\0\0\0',
        'RIFF\xff\xff\xff\xffWEBPVP8 ',
        'PK\x03\x04\x14\0\0\0\x08\0',
        '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
        'WEBVTT\n\n00:00.000 --> 99:99:99.999\n<script>',
        '\0\0\0\x18ftypmp42\0\0\0\0mp42isom\xff\xff\xff\xffmdat',
        '=cmd|calc,"\n"\n',
      )
      .map((text) => Buffer.from(text, 'latin1')),
  ),
})

/** Writes a name into a part's head as browsers do: quotes and line breaks are encoded, everything else is not. */
const quoteName = (name: string) => name.replace(/["\r\n]/g, (mark) => encodeURIComponent(mark))

/** A multipart body with the sample's fields, and parts that are hostile in name, file name or content. */
function hostileMultipart(sample: Record<string, unknown>, files: readonly string[]): fc.Arbitrary<Buffer> {
  const names = [...files, ...Object.keys(sample)]
  const known = Object.entries(sample).map(([name, value]) =>
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`),
  )
  const part = fc.tuple(parts, fc.constantFrom(...names)).map(([{ name, isDeclared, fileName, content }, declared]) => {
    const field = `name="${isDeclared ? declared : quoteName(name)}"`
    const file =
      fileName === null ? '' : `; filename="${quoteName(fileName)}"\r\ncontent-type: application/octet-stream`
    const head = Buffer.from(`--b\r\ncontent-disposition: form-data; ${field}${file}\r\n\r\n`)
    return Buffer.concat([head, content, Buffer.from('\r\n')])
  })
  return fc
    .tuple(
      fc.array(part, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('--b--\r\n', '--b--\r\n', '--b--\r\n', '', '--b'),
    )
    .map(([list, end]) => Buffer.concat([...known, ...list, Buffer.from(end)]))
}

/**
 * Returns hostile requests to an endpoint.
 * @param samples valid values, read when a request is created
 */
export function hostileRequests(endpoint: Endpoint, samples: Samples): fc.Arbitrary<HostileRequest> {
  const { body, query, files } = declarationOf(endpoint)
  const params = samples.params(endpoint)
  const sample = samples.bodies[endpointName(endpoint)] ?? {}
  const toPath = (changes: Record<string, string> = {}) =>
    endpoint.path.replace(/:(\w+)/g, (_, name: string) => changes[name] ?? params[name] ?? 'missing')
  const sampleQuery = usable(
    Object.entries(samples.query(endpoint)).map(([name, value]) => [name, encodeURIComponent(value)]),
  )
  const json = { 'content-type': 'application/json' }
  const valid: HostileRequest = {
    path: toPath() + sampleQuery,
    headers: body ? json : {},
    ...(body ? { payload: Buffer.from(JSON.stringify(sample)) } : {}),
  }
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const kinds: { weight: number; arbitrary: fc.Arbitrary<HostileRequest> }[] = [
    {
      weight: 1,
      arbitrary: hostileHeaders.map((headers) => ({ ...valid, headers: { ...valid.headers, ...headers } })),
    },
    {
      weight: query ? 4 : 1,
      arbitrary: hostileQueries(endpoint, samples.query(endpoint)).map((text) => ({ ...valid, path: toPath() + text })),
    },
  ]
  if (endpoint.method !== 'GET')
    kinds.push({
      weight: body ? 8 : 1,
      arbitrary: hostileBodies(sample, fieldsOf(body)).map((text) => ({
        ...valid,
        headers: json,
        payload: Buffer.from(text),
      })),
    })
  if (names.length > 0)
    kinds.push({
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...names), addressParts)
        .map(([name, value]) => ({ ...valid, path: toPath({ [name]: value }) + sampleQuery })),
    })
  if (files)
    kinds.push({
      weight: 8,
      arbitrary: hostileMultipart(sample, files).map((payload) => ({
        ...valid,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload,
      })),
    })
  return fc.oneof(...kinds)
}
