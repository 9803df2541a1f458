import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { VIDEO_BYTES } from '@baobab/contract/videos/rules.ts'
import { UPLOADS_PATH } from '@baobab/contract/videos/admin.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHttp } from '../../http.ts'
import { listStoredFiles } from '../../../test/videos.ts'
import { startTestApp, openTestApp } from '../../../test/harness.ts'
import { makeAdmin, makeAnotherAdmin, makeStudent } from '../../../test/factories.ts'
import { snapshotDatabase } from '../../../test/snapshot-database.ts'
import { createUpload, readOffset, openPatch, sendBytes, sendUpload, tus, type Method } from '../../../test/tus.ts'
import { resumableUploads } from '../tables.ts'
import { sweepUploads } from './sweep-uploads.ts'
import { uploadsFolder, uploadPath } from './folder-uploads.ts'
import { waitFor } from '../../../test/wait-for.ts'

let token: string
const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const admin = await makeAdmin(t)
beforeAll(async () => {
  token = admin.token
})

const noise = randomBytes(300_000)
const idOf = (url: string) => url.slice(UPLOADS_PATH.length + 1)
const fileOf = (url: string) => readFile(uploadPath(t.app, idOf(url)))

describe('a resumable upload', () => {
  it('U-06 gets a random id, whatever the file is called', async () => {
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

  it('arrives in parts, each at the offset where the last one ended', async () => {
    const url = await createUpload(t, token, noise.length)
    const first = await sendBytes(t, url, { token, bytes: noise.subarray(0, 100_000) })
    expect(first).toMatchObject({ statusCode: 204, headers: { 'upload-offset': '100000' } })
    const expires = new Date(String(first.headers['upload-expires'])).getTime() - t.app.clock.now().getTime()
    expect(expires).toBeGreaterThan(23 * 3_600_000)
    const rest = await sendBytes(t, url, { token, offset: 100_000, bytes: noise.subarray(100_000) })
    expect(rest).toMatchObject({ statusCode: 204, headers: { 'upload-offset': String(noise.length) } })
    expect(await fileOf(url)).toEqual(noise)
  })

  it('keeps the bytes that arrived each time the connection breaks, and continues from there', async () => {
    const url = await createUpload(t, token, noise.length)
    let offset = 0
    for (const end of [90_000, 170_000]) {
      const socket = await openPatch(t, url, { token, offset, length: noise.length - offset })
      socket.write(noise.subarray(offset, end))
      await waitFor(async () => expect((await fileOf(url)).length).toBe(end))
      socket.destroy()
      offset = await readOffset(t, url, token)
      expect(offset).toBe(end)
    }
    expect((await sendBytes(t, url, { token, offset, bytes: noise.subarray(offset) })).statusCode).toBe(204)
    expect(await fileOf(url)).toEqual(noise)
  })

  it('is taken over from a connection that died without closing', async () => {
    const url = await createUpload(t, token, noise.length)
    const dead = await openPatch(t, url, { token, length: noise.length })
    dead.write(noise.subarray(0, 50_000))
    await waitFor(async () => expect((await fileOf(url)).length).toBe(50_000))
    expect(await readOffset(t, url, token)).toBe(50_000)
    expect((await sendBytes(t, url, { token, offset: 50_000, bytes: noise.subarray(50_000) })).statusCode).toBe(204)
    dead.destroy()
    expect(await fileOf(url)).toEqual(noise)
  })

  it('continues on another server with the same folder after the first one stopped', async () => {
    const { filesDir } = t.app.config
    const first = await startTestApp({ FILES_DIR: filesDir }, t)
    const url = await createUpload(first, token, noise.length)
    const socket = await openPatch(first, url, { token, length: noise.length })
    socket.write(noise.subarray(0, 120_000))
    await waitFor(async () => expect((await fileOf(url)).length).toBe(120_000))
    await first.close()
    expect(await readOffset(t, url, token)).toBe(120_000)
    expect((await sendBytes(t, url, { token, offset: 120_000, bytes: noise.subarray(120_000) })).statusCode).toBe(204)
    expect(await fileOf(url)).toEqual(noise)
  })

  it('is written by one request at a time, on any server', async () => {
    const second = await startTestApp({ FILES_DIR: t.app.config.filesDir }, t)
    const url = await createUpload(t, token, noise.length)
    const replies = await Promise.all(
      [t, second, t, second].map((server) => sendBytes(server, url, { token, bytes: noise })),
    )
    expect(replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)).toEqual([204, 409, 409, 409])
    expect(await fileOf(url)).toEqual(noise)
    await second.close()
  })

  it('is removed when its sender cancels it', async () => {
    const url = await createUpload(t, token, noise.length)
    await sendBytes(t, url, { token, bytes: noise.subarray(0, 1_000) })
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

describe('a request is refused', () => {
  const expectRefusal = async (reply: ReturnType<typeof tus>, status: number) => {
    const { statusCode, headers, body } = await reply
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(JSON.parse(body)).toMatchObject({ status: 'error', code: expect.any(String), requestId: expect.any(String) })
    expect(body).not.toMatch(/node_modules|\.js:|ENOENT/)
  }

  it('if its bytes do not follow the stored bytes', async () => {
    const url = await createUpload(t, token, noise.length)
    await sendBytes(t, url, { token, bytes: noise.subarray(0, 1_000) })
    for (const offset of [0, 999, 1_001])
      await expectRefusal(sendBytes(t, url, { token, offset, bytes: noise.subarray(0, 10) }), 409)
    expect(await readOffset(t, url, token)).toBe(1_000)
  })

  it('U-03 before the first byte of a video over 500 MB', async () => {
    const before = await listStoredFiles(t)
    const begun = (bytes: number) =>
      tus(t, 'POST', UPLOADS_PATH, { token, headers: { 'upload-length': String(bytes) } })
    await expectRefusal(begun(VIDEO_BYTES + 1), 413)
    expect(await listStoredFiles(t)).toEqual(before)
    expect((await begun(VIDEO_BYTES)).statusCode).toBe(201)
  })

  it('U-03 if it sends more bytes than announced, with a content length and without', async () => {
    const url = await createUpload(t, token, 1_000)
    await expectRefusal(sendBytes(t, url, { token, bytes: noise.subarray(0, 1_001) }), 413)
    const socket = await openPatch(t, url, { token, length: 0 })
    socket.destroy()
    const address = await listen()
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
    // The connection is closed while it still sends, so the reply may be lost.
    const reply = fetch(address + url, { method: 'PATCH', headers, body, duplex: 'half' })
    expect(
      await reply.then(
        ({ status }) => status,
        () => 413,
      ),
    ).toBe(413)
    expect((await fileOf(url)).length).toBeLessThanOrEqual(1_000)
  })

  const listen = async () => {
    if (!t.http.server.listening) await t.http.listen({ port: 0, host: '127.0.0.1' })
    const address = t.http.server.address()
    return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
  }

  it('if it does not follow the protocol', async () => {
    const url = await createUpload(t, token, 1_000)
    const post = (headers: Record<string, string>) => tus(t, 'POST', UPLOADS_PATH, { token, headers })
    for (const length of ['', '-1', '1.5', '1e3', 'x', '0x10', '99999999999999999999'])
      await expectRefusal(post({ 'upload-length': length }), 400)
    await expectRefusal(post({}), 400)
    await expectRefusal(post({ 'upload-defer-length': '1' }), 501)
    await expectRefusal(post({ 'upload-length': '5', 'tus-resumable': '0.2.0' }), 400)
    await expectRefusal(post({ 'upload-length': '5', 'content-type': 'application/json' }), 415)
    await expectRefusal(tus(t, 'PATCH', url, { token, headers: { 'upload-offset': '0' } }), 403)
    await expectRefusal(
      tus(t, 'PATCH', url, { token, headers: { 'content-type': 'application/offset+octet-stream' } }),
      403,
    )
    expect(
      (await t.http.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })).statusCode,
    ).toBe(404)
    expect(await readOffset(t, url, token)).toBe(0)
  })

  it('if its id is not one of ours', async () => {
    for (const id of ['x', '..%2f..%2fetc%2fpasswd', '%00', 'a'.repeat(32), '__proto__', 'a'.repeat(1_900)])
      for (const method of ['HEAD', 'PATCH', 'DELETE'] as const)
        expect([400, 404]).toContain((await tus(t, method, `${UPLOADS_PATH}/${id}`, { token })).statusCode)
  })

  it('if the disk is full, and what arrived before is kept', async () => {
    const url = await createUpload(t, token, noise.length)
    await rm(uploadPath(t.app, idOf(url)))
    await symlink('/dev/full', uploadPath(t.app, idOf(url)))
    await expectRefusal(sendBytes(t, url, { token, bytes: noise }), 507)
    await rm(uploadPath(t.app, idOf(url)))
    await writeFile(uploadPath(t.app, idOf(url)), '')
    expect((await sendBytes(t, url, { token, bytes: noise })).statusCode).toBe(204)
  })

  it('U-05 if four large bodies are arriving already', async () => {
    const urls = await Promise.all(Array.from({ length: 5 }, () => createUpload(t, token, VIDEO_BYTES)))
    const sockets = []
    for (const url of urls.slice(0, 4)) {
      const socket = await openPatch(t, url, { token, length: VIDEO_BYTES })
      sockets.push(socket)
      socket.write(noise)
      await waitFor(async () => expect((await fileOf(url)).length).toBe(noise.length))
    }
    const fifth = await openPatch(t, urls[4] ?? '', { token, length: VIDEO_BYTES })
    sockets.push(fifth)
    const [reply] = (await once(fifth, 'data')) as [Buffer]
    expect(String(reply)).toMatch(/^HTTP\/1\.1 503 /)
    expect(String(reply).toLowerCase()).toContain('retry-after: 30')
    for (const socket of sockets) socket.destroy()
    await waitFor(async () => expect((await sendBytes(t, urls[4] ?? '', { token, bytes: noise })).statusCode).toBe(204))
  })

  it('and its connection closed if it still sends after the reply', async () => {
    const url = await createUpload(t, token, VIDEO_BYTES)
    const http = await createHttp(t.app, undefined, { times: { sweepMs: 20, lingerMs: 200 } })
    const socket = await openPatch({ ...t, http }, url, { token, offset: 5, length: VIDEO_BYTES - 5 })
    const [reply] = (await once(socket, 'data')) as [Buffer]
    expect(String(reply)).toMatch(/^HTTP\/1\.1 409 /)
    await once(socket, 'close')
    await http.close()
  })
})

describe('a caller who did not start the upload', () => {
  const requests: [Method, (url: string) => string, Record<string, string>][] = [
    ['POST', () => UPLOADS_PATH, { 'upload-length': '10' }],
    ['OPTIONS', () => UPLOADS_PATH, {}],
    ['HEAD', (url) => url, {}],
    ['PATCH', (url) => url, { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }],
    ['DELETE', (url) => url, {}],
  ]
  let url: string
  let tokens: { student: string; another: string; support: string; dead: string }
  beforeAll(async () => {
    tokens = {
      student: (await makeStudent(t)).token,
      another: (await makeAnotherAdmin(t, admin, 'content')).token,
      support: (await makeAnotherAdmin(t, admin, 'support')).token,
      dead: 'x'.repeat(43),
    }
  })
  beforeEach(async () => {
    url = await createUpload(t, token, 10)
  })

  const ask = (caller: string | undefined, [method, address, headers]: (typeof requests)[number]) => {
    const payload = method === 'PATCH' ? { payload: noise.subarray(0, 10) } : {}
    return tus(t, method, address(url), { headers, ...payload, ...(caller ? { token: caller } : {}) })
  }

  it.each(requests)('may not %s', async (...request) => {
    const before = [await snapshotDatabase(t), await listStoredFiles(t)]
    for (const caller of [undefined, tokens.dead]) expect((await ask(caller, request)).statusCode).toBe(401)
    for (const caller of [tokens.student, tokens.support]) expect((await ask(caller, request)).statusCode).toBe(403)
    expect([await snapshotDatabase(t), await listStoredFiles(t)]).toEqual(before)
  })

  it.each(requests.slice(2))('who is another admin may not %s it', async (...request) => {
    const before = [await snapshotDatabase(t), await listStoredFiles(t)]
    expect((await ask(tokens.another, request)).statusCode).toBe(404)
    expect([await snapshotDatabase(t), await listStoredFiles(t)]).toEqual(before)
  })

  it('gets the reason', async () => {
    const reply = await tus(t, 'POST', UPLOADS_PATH, { headers: { 'upload-length': '10' } })
    expect(reply.json()).toMatchObject({ status: 'error', code: 'unauthorised', message: 'Authentication required.' })
  })

  it('cannot find out whether the upload of another admin exists', async () => {
    const end = async (asked: string) => {
      const reply = await tus(t, 'DELETE', asked, { token: tokens.another })
      return { ...reply.json<object>(), requestId: '' }
    }
    expect(await end(url)).toEqual(await end(`${UPLOADS_PATH}/${'0'.repeat(32)}`))
  })

  it('cannot reach the upload of another admin through a query in the URL of their own upload', async () => {
    const own = await createUpload(t, tokens.another, 10)
    const both = `${own}?x=/${idOf(url)}`
    await sendBytes(t, url, { token, bytes: noise.subarray(0, 4) })
    expect((await sendBytes(t, both, { token: tokens.another, bytes: noise.subarray(4, 6) })).statusCode).toBe(204)
    expect(await readOffset(t, both, tokens.another)).toBe(2)
    expect((await tus(t, 'DELETE', both, { token: tokens.another })).statusCode).toBe(204)
    expect(await readOffset(t, url, token)).toBe(4)
    expect((await fileOf(url)).equals(noise.subarray(0, 4))).toBe(true)
  })
})

it('the API description names the upload path', async () => {
  const { info } = (await t.http.inject('/api/openapi.json')).json<{ info: { description: string } }>()
  expect(info.description).toContain('tus protocol (1.0: creation, termination, expiration) to /api/uploads,')
})

it('OPTIONS describes the protocol to admins', async () => {
  const reply = await tus(t, 'OPTIONS', UPLOADS_PATH, { token })
  expect(reply.headers).toMatchObject({
    'tus-version': '1.0.0',
    'tus-extension': 'creation,termination,expiration',
    'tus-max-size': String(VIDEO_BYTES),
  })
})

it('each request counts towards the rate limit of its account', async () => {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '0.005' })
  const other = await makeAdmin(strict)
  const statuses = []
  for (let i = 0; i < 4; i += 1)
    statuses.push((await tus(strict, 'OPTIONS', UPLOADS_PATH, { token: other.token })).statusCode)
  expect(statuses).toEqual([204, 204, 204, 429])
  await strict.close()
})

it('uploads without a request for a day and files left behind by a crash are removed', async () => {
  const begun = await createUpload(t, token, noise.length)
  await sendBytes(t, begun, { token, bytes: noise.subarray(0, 1_000) })
  const whole = await sendUpload(t, token, noise)
  const left = `${uploadsFolder(t.app)}/${'f'.repeat(32)}`
  await writeFile(left, 'left by a crash')
  expect(await sweepUploads(t.app)).toBe(0)
  t.app.clock.advance(25 * 3_600_000)
  const fresh = await createUpload(t, token, noise.length).catch(() => '')
  expect(fresh).toBe('')
  await utimes(left, new Date(0), new Date(0))
  await sweepUploads(t.app)
  t.app.clock.set(new Date())
  for (const id of [idOf(begun), whole])
    expect((await tus(t, 'HEAD', `${UPLOADS_PATH}/${id}`, { token })).statusCode).toBe(404)
  await expect(stat(left)).rejects.toThrow('ENOENT')
  await expect(stat(uploadPath(t.app, whole))).rejects.toThrow('ENOENT')
})
