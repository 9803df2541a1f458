// The headers of every kind of reply, spelled out: a change to a policy or a cache lifetime has to be made here too.
import { readFileSync } from 'node:fs'
import { forgotPassword } from '@baobab/contract/accounts/endpoints.ts'
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { linkToExport, listExports, startExport } from '@baobab/contract/exports/endpoints.ts'
import { updateStudentPicture } from '@baobab/contract/profile/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { expect, test } from '@playwright/test'
import { ADMIN, asAdmin, makeStudent, type Student } from './people.ts'
import { startProduct, type Product } from './product.ts'

let product: Product
let student: Student
test.beforeAll(async () => {
  // An https address, so that HSTS is sent, and the real payment provider, whose origins payment pages allow.
  product = await startProduct({
    PUBLIC_URL: 'https://localhost',
    PAYSTACK_SECRET_KEY: 'sk_test_0123456789abcdef',
    PAYSTACK_PUBLIC_KEY: 'pk_test_0123456789abcdef',
  })
  student = await makeStudent(product.url)
})
test.afterAll(() => product.remove())

/** Headers of the connection, which the product does not decide. */
const ofTheConnection = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g

/** Replaces what differs in each reply or build. */
function generalise(name: string, value: string): string {
  if (name === 'x-server-time' && Math.abs(Date.parse(value) - Date.now()) < 60_000) return '(time)'
  if (name === 'etag' || name === 'last-modified') return '(any)'
  return value.replace(uuid, '(uuid)').replace(/'sha256-[\w+/=]+'( 'sha256-[\w+/=]+')*/, '(hashes)')
}

/** Requests a path, and returns the reply's status and headers. */
async function read(path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const reply = await fetch(product.url + path, { redirect: 'manual', ...init })
  await reply.body?.cancel()
  const headers = [...reply.headers].filter(([name]) => !ofTheConnection.has(name))
  return {
    status: reply.status,
    ...Object.fromEntries(headers.map(([name, value]) => [name, generalise(name, value)])),
  }
}
const asPage = { headers: { accept: 'text/html', 'accept-encoding': 'identity' } }

const everyReply = {
  'x-request-id': '(uuid)',
  'x-server-time': '(time)',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}
const noPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"
const pagePolicy =
  "default-src 'none'; script-src 'self' (hashes); style-src 'self'; img-src 'self' blob: data:; " +
  "media-src 'self' blob:; connect-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; report-uri /api/policy-reports"
const paymentPolicy =
  "default-src 'none'; script-src 'self' (hashes) https://js.paystack.co https://checkout.paystack.com " +
  "https://applepay.cdn-apple.com; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; " +
  "connect-src 'self' https://api.paystack.co https://standard.paystack.co; frame-src https://checkout.paystack.com; " +
  "font-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; " +
  "frame-ancestors 'none'; object-src 'none'; report-uri /api/policy-reports"
const mediaPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; sandbox"
const sandboxPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; form-action 'self'; " +
  "frame-ancestors 'self'; base-uri 'none'"

const publicPage = {
  ...everyReply,
  status: 200,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': pagePolicy,
  'cache-control': 'no-cache',
  etag: '(any)',
  vary: 'accept-encoding',
}
const page = { ...publicPage, 'accept-ranges': 'bytes', 'last-modified': '(any)' }
const json = {
  ...everyReply,
  status: 200,
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': noPolicy,
  'cache-control': 'no-store',
}
const sandboxReply = {
  ...everyReply,
  status: 200,
  'content-security-policy': sandboxPolicy,
  'x-frame-options': 'SAMEORIGIN',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
}

test("W-02 W-06 pages allow their own scripts and this build's hashes, and are revalidated each time", async () => {
  const { scriptHashes } = JSON.parse(readFileSync(new URL('../web/build/csp.json', import.meta.url), 'utf8')) as {
    scriptHashes: string[]
  }
  const policy = (await fetch(product.url)).headers.get('content-security-policy') ?? ''
  expect(/script-src 'self' ([^;]*)/.exec(policy)?.[1]).toBe(scriptHashes.join(' '))
  for (const path of ['/student/videos', '/admin/login', '/student/draws'])
    expect({ path, ...(await read(path, asPage)) }).toEqual({ path, ...page })
  for (const path of [
    '/',
    '/about',
    '/video-list',
    '/leaderboard',
    '/scholarship',
    '/student/login',
    '/scholarship/2026-01',
  ])
    expect({ path, ...(await read(path, asPage)) }).toEqual({ path, ...publicPage })
  expect(await read('/no/such/page', asPage)).toEqual({ ...publicPage, status: 404, etag: undefined })
})

test('W-02 W-06 payment pages, and no others, allow the payment provider', async () => {
  const payment = { ...page, 'content-security-policy': paymentPolicy, 'x-robots-tag': 'noindex' }
  for (const path of ['/payment', '/student/payment'])
    expect({ path, ...(await read(path, asPage)) }).toEqual({ path, ...payment })
})

test('the service worker is never taken from a cache, and scripts stay cached for a year', async () => {
  const script = { ...page, 'content-type': 'application/javascript; charset=utf-8' }
  expect(await read('/sw.js')).toEqual({ ...script, 'content-encoding': 'gzip' })
  const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(await (await fetch(product.url)).text()) ?? []
  expect(await read(asset)).toEqual({
    ...script,
    'content-encoding': 'gzip',
    'content-security-policy': noPolicy,
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(await read(asset.replace(/\.js$/, 'x.js'))).toEqual({ ...json, status: 404 })
})

test('files that keep their names stay cached for five minutes', async () => {
  const file = { ...page, 'content-security-policy': noPolicy, 'cache-control': 'public, max-age=300' }
  const compressed = { ...file, 'content-encoding': 'gzip' }
  expect(await read('/favicon.svg')).toEqual({ ...compressed, 'content-type': 'image/svg+xml' })
  expect(await read('/manifest.webmanifest')).toEqual({ ...compressed, 'content-type': 'application/manifest+json' })
})

test('what search engines and chats read stays cached for an hour, and link pictures for a day', async () => {
  const file = {
    ...everyReply,
    status: 200,
    'content-security-policy': noPolicy,
    'cache-control': 'public, max-age=3600',
  }
  expect(await read('/robots.txt')).toEqual({ ...file, 'content-type': 'text/plain; charset=utf-8' })
  expect(await read('/sitemap.xml')).toEqual({
    ...file,
    'content-type': 'application/xml; charset=utf-8',
    'content-encoding': 'gzip',
    etag: '(any)',
    vary: 'accept-encoding',
  })
  const [video] = await student.call(listVideos, {})
  for (const name of ['home', 'leaderboard', 'scholarship', 'certificate', video?._id])
    expect(await read(`/og/${name}.jpg`)).toMatchObject({
      status: 200,
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=86400',
      'cross-origin-resource-policy': 'cross-origin',
    })
  expect(await read('/og/guess.jpg')).toEqual({ ...json, status: 404 })
})

test('W-22 API replies are never stored, and neither are errors', async () => {
  const headers = { authorization: `Bearer ${student.token}` }
  const profile = `/student/one-student/${student.username}`
  for (const path of ['/healthz', '/readyz']) expect({ path, ...(await read(path)) }).toEqual({ path, ...json })
  const asItIs = { 'accept-encoding': 'identity' }
  const long = { ...json, etag: '(any)', vary: 'accept-encoding' }
  expect(await read('/api/videos', { headers: asItIs })).toEqual(long)
  for (const encoding of ['br', 'gzip'])
    expect(await read('/api/videos', { headers: { 'accept-encoding': encoding } })).toEqual({
      ...long,
      'content-encoding': encoding,
    })
  expect(await read(profile, { headers: { ...headers, ...asItIs } })).toMatchObject(json)
  const failures: [string, number, RequestInit?][] = [
    [profile, 401],
    ['/student/one-student/somebody', 403, { headers }],
    ['/api/nothing', 404],
    ['/student/%ff', 400],
    ['/media/x/videos/a.mp4', 403],
    ['/downloads/x/exports/a.csv', 403],
    ['/student/login', 415, { method: 'POST', body: 'a=b', headers: { 'content-type': 'text/plain' } }],
    ['/student/login', 400, { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
  ]
  for (const [path, status, init] of failures)
    expect({ path, ...(await read(path, init)) }).toEqual({ path, ...json, status })
})

test('the leaderboard may be shared, and is revalidated after a second', async () => {
  expect(await read('/api/leaderboard')).toEqual({
    ...json,
    'cache-control': 'public, max-age=0, s-maxage=1, must-revalidate',
    'content-encoding': 'gzip',
    etag: '(any)',
    vary: 'Accept-Encoding',
  })
})

test('live streams are neither stored nor buffered by proxies', async () => {
  const stream = { ...json, 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }
  expect(await read('/api/leaderboard/live')).toEqual(stream)
  const headers = { authorization: `Bearer ${student.token}` }
  expect(await read('/api/notifications/live', { headers })).toEqual(stream)
})

test('the API description is a page without scripts', async () => {
  // The page is rendered only once, so it is kept compressed and has an ETag.
  const rendered = {
    ...json,
    'cache-control': 'public, max-age=300',
    'content-encoding': 'gzip',
    etag: '(any)',
    vary: 'accept-encoding',
  }
  expect(await read('/api/docs')).toEqual({
    ...rendered,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
  })
  expect(await read('/api/openapi.json')).toEqual(rendered)
})

/** Reads a media file, and checks that caches do not store it longer than its link is valid. */
async function readMedia(link: string | null | undefined, init?: RequestInit) {
  const { 'cache-control': lifetime, ...rest } = await read(link ?? '', init)
  const [, scope, seconds] = /^(public|private), max-age=(\d+)$/.exec(String(lifetime)) ?? []
  const [, expires = ''] = /^\/media\/([0-9a-z]+)~/.exec(link ?? '') ?? []
  const left = Number.parseInt(expires, 36) - Date.now() / 1_000
  expect(Math.abs(left - Number(seconds))).toBeLessThan(60)
  return { ...rest, 'cache-control': scope }
}

test('media are shown but never run, and shared only if everybody may have them', async () => {
  const media = (key: string, type: string) => ({
    ...everyReply,
    status: 200,
    'content-type': type,
    'content-disposition': `inline; filename="${key}"`,
    'content-security-policy': mediaPolicy,
    'cache-control': 'public',
    'accept-ranges': 'bytes',
    etag: '(any)',
  })
  const [video] = await student.call(listVideos, {})
  const file = media('videos-(uuid).mp4', 'video/mp4')
  expect(await readMedia(video?.videoUrl)).toEqual(file)
  expect(await readMedia(video?.videoUrl, { headers: { range: 'bytes=0-9' } })).toEqual({
    ...file,
    status: 206,
    'content-range': expect.stringMatching(/^bytes 0-9\/\d+$/),
  })
  expect(await readMedia(video?.posterUrl)).toEqual(media('posters-(uuid)-full.svg', 'image/svg+xml'))
  // The link names captions after their video, so the reply does not name them.
  expect(await readMedia(video?.captionsUrl)).toEqual({
    ...media('', 'text/vtt; charset=utf-8'),
    'content-disposition': 'inline',
  })
  expect(await readMedia(video?.streamUrl)).toEqual(
    media('streams-(uuid)-master.m3u8', 'application/vnd.apple.mpegurl'),
  )
  const form = new FormData()
  form.set('profilePicture', new Blob([readFileSync(new URL('../docs/screenshot.webp', import.meta.url))]), 'me.webp')
  const { profilePicture } = await student.call(updateStudentPicture, {
    params: { username: student.username },
    body: form,
  })
  const picture = { ...media('pictures-(uuid).webp', 'image/webp'), 'cache-control': 'private' }
  expect(await readMedia(profilePicture)).toEqual(picture)
})

test('an export is an attachment that no cache stores', async () => {
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
  const { call } = await asAdmin(product.url)
  const { export: made } = await call(startExport, {
    body: { what: 'students', format: 'csv', filters: { filter: 'all' } },
  })
  await expect.poll(async () => (await call(listExports, {})).exports[0]?.state).toBe('ready')
  const { url } = await call(linkToExport, { params: { exportId: made._id } })
  expect(await read(url)).toEqual({
    ...json,
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="students.csv"',
    'cache-control': 'private, no-store',
  })
})

test('the sandbox has its own policies, and our pages may frame its pages', async () => {
  const html = { ...sandboxReply, 'content-type': 'text/html; charset=utf-8' }
  const text = { ...sandboxReply, 'content-type': 'application/json; charset=utf-8' }
  expect(await read('/sandbox/mailbox')).toEqual(html)
  expect(await read('/sandbox/paystack')).toEqual(html)
  expect(await read('/sandbox/mailbox/messages')).toEqual(text)
  expect(await read('/sandbox/nothing')).toEqual({ ...html, status: 404 })
  expect(await read('/sandbox/mailbox', { headers: { 'x-forwarded-for': '8.8.8.8' } })).toEqual({
    ...text,
    status: 403,
  })
  expect(await read('/sandbox/paystack/checkout/none')).toEqual({
    ...html,
    status: 404,
    'content-security-policy': `${sandboxPolicy}; script-src 'self'`,
  })
  await student.call(forgotPassword, { body: { email: student.email } })
  const findMail = async () => {
    const page = await (await fetch(`${product.url}/sandbox/mailbox`)).text()
    return /href="(\/sandbox\/mailbox\/messages\/\d+)"/.exec(page)?.[1] ?? ''
  }
  await expect.poll(findMail).not.toBe('')
  const mail = await findMail()
  expect(await read(mail)).toEqual(html)
  expect(await read(`${mail}/html`)).toEqual({
    ...html,
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; form-action 'none'; " +
      "frame-ancestors 'self'; base-uri 'none'",
  })
})
