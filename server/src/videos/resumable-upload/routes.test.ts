import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { VIDEO_BYTES } from '@baobab/contract/limits.ts'
import { UPLOADS_PATH } from '@baobab/contract/videos-admin.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listStoredFiles } from '../../../test/videos.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { makeAdmin, makeAnotherAdmin, makeStudent, type MadeAdmin } from '../../../test/factories.ts'
import { snapshotDatabase } from '../../../test/snapshot-database.ts'
import { begin, offsetOf, openPatch, send, sendWhole, tus, type Method } from '../../../test/tus.ts'
import { resumableUploads } from '../tables.ts'
import { sweepUploads } from './sweep-uploads.ts'
import { uploadsFolder, uploadPath } from './upload-store.ts'

let t: TestApp
let admin: MadeAdmin
let token: string
beforeAll(async () => {
  t = await startTestApp({ RATE_LIMIT_FACTOR: '0' })
  admin = await makeAdmin(t)
  token = admin.token
})
afterAll(() => t.close())

const noise = randomBytes(300_000)
const idOf = (url: string) => url.slice(UPLOADS_PATH.length + 1)
const fileOf = (url: string) => readFile(uploadPath(t.app, idOf(url)))

describe('a resumable upload', () => {
  it('begins under an id of ours, whatever it is called', async () => {
    const name = Buffer.from('../../etc/passwd').toString('base64')
    const headers = { 'upload-length': '10', 'upload-metadata': `filename ${name},filetype ${name}` }
    const reply = await tus(t, 'POST', UPLOADS_PATH, { token, headers })
    expect(reply.statusCode).toBe(201)
    expect(reply.headers.location).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/)
    expect(reply.headers).toMatchObject({ 'tus-resumable': '1.0.0', 'x-content-type-options': 'nosniff' })
    expect(reply.headers).toHaveProperty('x-request-id')
    expect(Object.keys(reply.headers).filter((header) => header.startsWith('access-control'))).toEqual([])
    const known = await tus(t, 'HEAD', String(reply.headers.location), { token })
    expect(known.headers).toMatchObject({ 'upload-offset': '0', 'upload-length': '10', 'cache-control': 'no-store' })
    expect(known.headers).not.toHaveProperty('upload-metadata')
  })

  it('arrives in parts, each from where the last one ended', async () => {
    const url = await begin(t, token, noise.length)
    const first = await send(t, url, { token, bytes: noise.subarray(0, 100_000) })
    expect(first).toMatchObject({ statusCode: 204, headers: { 'upload-offset': '100000' } })
    const expires = new Date(String(first.headers['upload-expires'])).getTime() - t.app.clock.now().getTime()
    expect(expires).toBeGreaterThan(23 * 3_600_000)
    const rest = await send(t, url, { token, offset: 100_000, bytes: noise.subarray(100_000) })
    expect(rest).toMatchObject({ statusCode: 204, headers: { 'upload-offset': String(noise.length) } })
    expect(await fileOf(url)).toEqual(noise)
  })

  it('keeps what came before the connection broke, twice, and goes on from there', async () => {
    const url = await begin(t, token, noise.length)
    let offset = 0
    for (const end of [90_000, 170_000]) {
      const socket = await openPatch(t, url, { token, offset, length: noise.length - offset })
      socket.write(noise.subarray(offset, end))
      await vi.waitFor(async () => expect((await fileOf(url)).length).toBe(end), { timeout: 10_000 })
      socket.destroy()
      offset = await offsetOf(t, url, token)
      expect(offset).toBe(end)
    }
    expect((await send(t, url, { token, offset, bytes: noise.subarray(offset) })).statusCode).toBe(204)
    expect(await fileOf(url)).toEqual(noise)
  })

  it('is taken over from a connection that died without a word', async () => {
    const url = await begin(t, token, noise.length)
    const dead = await openPatch(t, url, { token, length: noise.length })
    dead.write(noise.subarray(0, 50_000))
    await vi.waitFor(async () => expect((await fileOf(url)).length).toBe(50_000), { timeout: 10_000 })
    expect(await offsetOf(t, url, token)).toBe(50_000)
    expect((await send(t, url, { token, offset: 50_000, bytes: noise.subarray(50_000) })).statusCode).toBe(204)
    dead.destroy()
    expect(await fileOf(url)).toEqual(noise)
  })

  it('goes on with another server of the same folder, after the first one ended in its midst', async () => {
    const { filesDir } = t.app.config
    const first = await startTestApp({ FILES_DIR: filesDir }, t)
    const url = await begin(first, token, noise.length)
    const socket = await openPatch(first, url, { token, length: noise.length })
    socket.write(noise.subarray(0, 120_000))
    await vi.waitFor(async () => expect((await fileOf(url)).length).toBe(120_000), { timeout: 10_000 })
    await first.close()
    expect(await offsetOf(t, url, token)).toBe(120_000)
    expect((await send(t, url, { token, offset: 120_000, bytes: noise.subarray(120_000) })).statusCode).toBe(204)
    expect(await fileOf(url)).toEqual(noise)
  })

  it('is written by one at a time, on whichever server', async () => {
    const second = await startTestApp({ FILES_DIR: t.app.config.filesDir }, t)
    const url = await begin(t, token, noise.length)
    const replies = await Promise.all(
      [t, second, t, second].map((server) => send(server, url, { token, bytes: noise })),
    )
    expect(replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)).toEqual([204, 409, 409, 409])
    expect(await fileOf(url)).toEqual(noise)
    await second.close()
  })

  it('is ended by its sender, and nothing is left', async () => {
    const url = await begin(t, token, noise.length)
    await send(t, url, { token, bytes: noise.subarray(0, 1_000) })
    expect((await tus(t, 'DELETE', url, { token })).statusCode).toBe(204)
    expect((await tus(t, 'HEAD', url, { token })).statusCode).toBe(404)
    expect((await listStoredFiles(t)).filter((file) => file.includes(idOf(url)))).toEqual([])
    expect(
      await t.app.db
        .select()
        .from(resumableUploads)
        .where(eq(resumableUploads.id, idOf(url))),
    ).toEqual([])
  })
})

describe('a refusal', () => {
  const refused = async (reply: ReturnType<typeof tus>, status: number) => {
    const { statusCode, headers, body } = await reply
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(JSON.parse(body)).toMatchObject({ status: 'error', code: expect.any(String), requestId: expect.any(String) })
    expect(body).not.toMatch(/node_modules|\.js:|ENOENT/)
  }

  it('meets bytes that do not follow those before', async () => {
    const url = await begin(t, token, noise.length)
    await send(t, url, { token, bytes: noise.subarray(0, 1_000) })
    for (const offset of [0, 999, 1_001])
      await refused(send(t, url, { token, offset, bytes: noise.subarray(0, 10) }), 409)
    expect(await offsetOf(t, url, token)).toBe(1_000)
  })

  it('meets a film over 500 MB before its first byte', async () => {
    const before = await listStoredFiles(t)
    const begun = (bytes: number) =>
      tus(t, 'POST', UPLOADS_PATH, { token, headers: { 'upload-length': String(bytes) } })
    await refused(begun(VIDEO_BYTES + 1), 413)
    expect(await listStoredFiles(t)).toEqual(before)
    expect((await begun(VIDEO_BYTES)).statusCode).toBe(201)
  })

  it('meets more bytes than were said, with a length and without', async () => {
    const url = await begin(t, token, 1_000)
    await refused(send(t, url, { token, bytes: noise.subarray(0, 1_001) }), 413)
    const socket = await openPatch(t, url, { token, length: 0 })
    socket.destroy()
    const address = await listening()
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let sent = 0; sent < 200; sent += 1) controller.enqueue(noise.subarray(0, 10_000))
        controller.close()
      },
    })
    const headers = {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    }
    // Cut while it still sends, it may never read the answer.
    const reply = fetch(address + url, { method: 'PATCH', headers, body, duplex: 'half' })
    expect(
      await reply.then(
        ({ status }) => status,
        () => 413,
      ),
    ).toBe(413)
    expect((await fileOf(url)).length).toBeLessThanOrEqual(1_000)
  })

  const listening = async () => {
    if (!t.http.server.listening) await t.http.listen({ port: 0, host: '127.0.0.1' })
    const address = t.http.server.address()
    return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
  }

  it('meets what is no request of the protocol', async () => {
    const url = await begin(t, token, 1_000)
    const post = (headers: Record<string, string>) => tus(t, 'POST', UPLOADS_PATH, { token, headers })
    for (const length of ['', '-1', '1.5', '1e3', 'x', '0x10', '99999999999999999999'])
      await refused(post({ 'upload-length': length }), 400)
    await refused(post({}), 400)
    await refused(post({ 'upload-defer-length': '1' }), 501)
    await refused(post({ 'upload-length': '5', 'tus-resumable': '0.2.0' }), 400)
    await refused(post({ 'upload-length': '5', 'content-type': 'application/json' }), 415)
    await refused(tus(t, 'PATCH', url, { token, headers: { 'upload-offset': '0' } }), 403)
    await refused(tus(t, 'PATCH', url, { token, headers: { 'content-type': 'application/offset+octet-stream' } }), 403)
    expect(
      (await t.http.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })).statusCode,
    ).toBe(404)
    expect(await offsetOf(t, url, token)).toBe(0)
  })

  it('meets an id that is none of ours', async () => {
    for (const id of ['x', '..%2f..%2fetc%2fpasswd', '%00', 'a'.repeat(32), '__proto__', 'a'.repeat(1_900)])
      for (const method of ['HEAD', 'PATCH', 'DELETE'] as const)
        expect([400, 404]).toContain((await tus(t, method, `${UPLOADS_PATH}/${id}`, { token })).statusCode)
  })

  it('says that the disk is full, and what came stays', async () => {
    const url = await begin(t, token, noise.length)
    await rm(uploadPath(t.app, idOf(url)))
    await symlink('/dev/full', uploadPath(t.app, idOf(url)))
    await refused(send(t, url, { token, bytes: noise }), 507)
    await rm(uploadPath(t.app, idOf(url)))
    await writeFile(uploadPath(t.app, idOf(url)), '')
    expect((await send(t, url, { token, bytes: noise })).statusCode).toBe(204)
  })

  it('meets the fifth large body at once, on either way', async () => {
    const urls = await Promise.all(Array.from({ length: 5 }, () => begin(t, token, VIDEO_BYTES)))
    const sockets = []
    for (const url of urls.slice(0, 4)) {
      const socket = await openPatch(t, url, { token, length: VIDEO_BYTES })
      sockets.push(socket)
      socket.write(noise)
      await vi.waitFor(async () => expect((await fileOf(url)).length).toBe(noise.length), { timeout: 10_000 })
    }
    const fifth = await openPatch(t, urls[4] ?? '', { token, length: VIDEO_BYTES })
    sockets.push(fifth)
    const [reply] = (await once(fifth, 'data')) as [Buffer]
    expect(String(reply)).toMatch(/^HTTP\/1\.1 503 /)
    expect(String(reply).toLowerCase()).toContain('retry-after: 30')
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(async () => expect((await send(t, urls[4] ?? '', { token, bytes: noise })).statusCode).toBe(204), {
      timeout: 10_000,
    })
  })

  it('ends a sender who goes on after the answer', async () => {
    const url = await begin(t, token, VIDEO_BYTES)
    const socket = await openPatch(t, url, { token, offset: 5, length: VIDEO_BYTES - 5 })
    const [reply] = (await once(socket, 'data')) as [Buffer]
    expect(String(reply)).toMatch(/^HTTP\/1\.1 409 /)
    await once(socket, 'close')
  })
})

describe('whoever is not its admin', () => {
  const requests: [Method, (url: string) => string, Record<string, string>][] = [
    ['POST', () => UPLOADS_PATH, { 'upload-length': '10' }],
    ['OPTIONS', () => UPLOADS_PATH, {}],
    ['HEAD', (url) => url, {}],
    ['PATCH', (url) => url, { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }],
    ['DELETE', (url) => url, {}],
  ]
  let url: string
  let tokens: { stranger?: string; student: string; another: string; dead: string }
  beforeAll(async () => {
    tokens = {
      student: (await makeStudent(t)).token,
      another: (await makeAnotherAdmin(t, admin)).token,
      dead: 'x'.repeat(43),
    }
  })
  beforeEach(async () => {
    url = await begin(t, token, 10)
  })

  const ask = (caller: string | undefined, [method, address, headers]: (typeof requests)[number]) => {
    const payload = method === 'PATCH' ? { payload: noise.subarray(0, 10) } : {}
    return tus(t, method, address(url), { headers, ...payload, ...(caller ? { token: caller } : {}) })
  }

  it.each(requests)('may not %s', async (...request) => {
    const before = [await snapshotDatabase(t), await listStoredFiles(t)]
    for (const caller of [undefined, tokens.dead]) expect((await ask(caller, request)).statusCode).toBe(401)
    expect((await ask(tokens.student, request)).statusCode).toBe(403)
    expect([await snapshotDatabase(t), await listStoredFiles(t)]).toEqual(before)
  })

  it.each(requests.slice(2))('but an admin may not %s what another began', async (...request) => {
    const before = [await snapshotDatabase(t), await listStoredFiles(t)]
    expect((await ask(tokens.another, request)).statusCode).toBe(404)
    expect([await snapshotDatabase(t), await listStoredFiles(t)]).toEqual(before)
  })

  it('reads why', async () => {
    const reply = await tus(t, 'POST', UPLOADS_PATH, { headers: { 'upload-length': '10' } })
    expect(reply.json()).toMatchObject({ status: 'error', code: 'unauthorised', message: 'Authentication required.' })
  })

  it('learns nothing of the upload of another, whether it is there or not', async () => {
    const end = async (asked: string) => {
      const reply = await tus(t, 'DELETE', asked, { token: tokens.another })
      return { ...reply.json<object>(), requestId: '' }
    }
    expect(await end(url)).toEqual(await end(`${UPLOADS_PATH}/${'0'.repeat(32)}`))
  })

  it('reaches no upload of another behind an own one in the address', async () => {
    const own = await begin(t, tokens.another, 10)
    const both = `${own}?x=/${idOf(url)}`
    await send(t, url, { token, bytes: noise.subarray(0, 4) })
    expect((await send(t, both, { token: tokens.another, bytes: noise.subarray(4, 6) })).statusCode).toBe(204)
    expect(await offsetOf(t, both, tokens.another)).toBe(2)
    expect((await tus(t, 'DELETE', both, { token: tokens.another })).statusCode).toBe(204)
    expect(await offsetOf(t, url, token)).toBe(4)
    expect((await fileOf(url)).equals(noise.subarray(0, 4))).toBe(true)
  })
})

it('the description of the API names it', async () => {
  const { info } = (await t.http.inject('/api/openapi.json')).json<{ info: { description: string } }>()
  expect(info.description).toContain('tus protocol (1.0: creation, termination, expiration) to /api/uploads,')
})

it('the protocol is told to admins', async () => {
  const reply = await tus(t, 'OPTIONS', UPLOADS_PATH, { token })
  expect(reply.headers).toMatchObject({
    'tus-version': '1.0.0',
    'tus-extension': 'creation,termination,expiration',
    'tus-max-size': String(VIDEO_BYTES),
  })
})

it('each request counts against its account', async () => {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '0.005' })
  const other = await makeAdmin(strict)
  const statuses = []
  for (let i = 0; i < 4; i += 1)
    statuses.push((await tus(strict, 'OPTIONS', UPLOADS_PATH, { token: other.token })).statusCode)
  expect(statuses).toEqual([204, 204, 204, 429])
  await strict.close()
})

it('what nobody went on with for a day goes, begun or whole, and what a crash left of others', async () => {
  const begun = await begin(t, token, noise.length)
  await send(t, begun, { token, bytes: noise.subarray(0, 1_000) })
  const whole = await sendWhole(t, token, noise)
  const left = `${uploadsFolder(t.app)}/${'f'.repeat(32)}`
  await writeFile(left, 'left by a crash')
  expect(await sweepUploads(t.app)).toBe(0)
  t.app.clock.advance(25 * 3_600_000)
  const fresh = await begin(t, token, noise.length).catch(() => '')
  expect(fresh).toBe('')
  await utimes(left, new Date(0), new Date(0))
  await sweepUploads(t.app)
  t.app.clock.set(new Date())
  for (const id of [idOf(begun), whole])
    expect((await tus(t, 'HEAD', `${UPLOADS_PATH}/${id}`, { token })).statusCode).toBe(404)
  await expect(stat(left)).rejects.toThrow('ENOENT')
  await expect(stat(uploadPath(t.app, whole))).rejects.toThrow('ENOENT')
})
