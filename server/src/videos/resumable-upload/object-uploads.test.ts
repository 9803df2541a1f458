// Resumable uploads on two servers that share a database and an object store, and no folder.
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { UPLOADS_PATH, uploadVideo } from '@baobab/contract/videos/admin.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, unique, type MadeAdmin } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { startObjectStore, type ObjectStore } from '../../../test/object-store/start.ts'
import { refusal } from '../../../test/refusal.ts'
import { createUpload, openPatch, readOffset, sendBytes, sendUpload, tus } from '../../../test/tus.ts'
import { listStoredFiles, videoBytes } from '../../../test/videos.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { resumableUploads, videos } from '../tables.ts'
import { sweepUploads } from './sweep-uploads.ts'

let store: ObjectStore
let t: TestApp
let other: TestApp
let admin: MadeAdmin
let token: string
beforeAll(async () => {
  store = await startObjectStore()
  const settings = { ...store.settings, RATE_LIMIT_FACTOR: '0' }
  t = await startTestApp(settings)
  other = await startTestApp(settings, t)
  admin = await makeAdmin(t)
  token = admin.token
})
afterAll(async () => {
  await other?.close()
  await t?.close()
  await store?.close()
})

const MIB = 1_048_576
const noise = randomBytes(300_000)
const idOf = (url: string) => url.slice(UPLOADS_PATH.length + 1)
const listPieces = async (url: string) =>
  (await t.app.files.list('uploads')).filter((key) => key.startsWith(`uploads/${idOf(url)}/`))
const rowOf = async (url: string) =>
  (
    await t.app.db
      .select()
      .from(resumableUploads)
      .where(eq(resumableUploads.id, idOf(url)))
  )[0]
const claim = (server: TestApp, id: string, title = `Sent ${unique()}`) =>
  server.as(token)(uploadVideo, { body: { title, upload: id } })
const listLocalFiles = async () => [...(await listStoredFiles(t)), ...(await listStoredFiles(other))]

/** Returns a playable video, padded with an mp4 box that players skip. */
function paddedVideo(bytes: number): Buffer {
  const head = videoBytes()
  const box = randomBytes(bytes - head.length)
  box.writeUInt32BE(box.length)
  box.write('free', 4)
  return Buffer.concat([head, box])
}

describe('an upload to an object store', () => {
  it('continues on another server after its connection broke, and becomes a video on a third request', async () => {
    const bytes = paddedVideo(9 * MIB)
    const url = await createUpload(t, token, bytes.length)
    const socket = await openPatch(t, url, { token, length: bytes.length })
    const first = 5 * MIB
    // The first piece is full, and the second one is cut by the connection.
    socket.write(bytes.subarray(0, first))
    await waitFor(async () => expect(await listPieces(url)).toHaveLength(1))
    socket.destroy()
    const offset = await readOffset(other, url, token)
    expect(offset).toBeGreaterThanOrEqual(4 * MIB)
    expect(offset).toBeLessThanOrEqual(first)
    expect((await sendBytes(other, url, { token, offset, bytes: bytes.subarray(offset) })).statusCode).toBe(204)
    const { video } = await claim(t, idOf(url))
    const [row] = await t.app.db.select().from(videos).where(eq(videos.id, video._id))
    const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex')
    expect(row).toMatchObject({ sizeBytes: bytes.length, sha256 })
    expect(await listPieces(url)).toEqual([])
    expect(await listLocalFiles()).toEqual([])
  })

  it('keeps what has arrived when its server stops', async () => {
    const stopping = await startTestApp({ ...store.settings }, t)
    const url = await createUpload(stopping, token, noise.length)
    const socket = await openPatch(stopping, url, { token, length: noise.length })
    socket.write(noise.subarray(0, 120_000))
    await waitFor(() => expect(socket.bytesWritten).toBeGreaterThan(120_000))
    await waitFor(async () => expect((await rowOf(url))?.holder).not.toBeNull())
    await stopping.close()
    const offset = await readOffset(other, url, token)
    expect((await sendBytes(other, url, { token, offset, bytes: noise.subarray(offset) })).statusCode).toBe(204)
    expect((await rowOf(url))?.storedBytes).toBe(noise.length)
  })

  it('is written by one request at a time', async () => {
    const url = await createUpload(t, token, noise.length)
    const replies = await Promise.all([t, other, t].map((server) => sendBytes(server, url, { token, bytes: noise })))
    expect(replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)).toEqual([204, 409, 409])
    expect(await listPieces(url)).toEqual((await rowOf(url))?.pieces)
  })

  it('gets no bytes of a request that has lost its lease to another one', async () => {
    const url = await createUpload(t, token, noise.length)
    const late = await openPatch(t, url, { token, length: noise.length })
    late.write(noise.subarray(0, 100_000))
    await waitFor(async () => expect((await rowOf(url))?.holder).not.toBeNull())
    // Ends the lease, as if the server had been cut off from the database for ten seconds.
    await t.app.db
      .update(resumableUploads)
      .set({ holder: randomUUID(), heldUntil: new Date(0) })
      .where(eq(resumableUploads.id, idOf(url)))
    expect((await sendBytes(other, url, { token, bytes: noise.subarray(0, 200_000) })).statusCode).toBe(204)
    const [reply] = (await once(late, 'data')) as [Buffer]
    expect(String(reply)).toMatch(/^HTTP\/1\.1 409 /)
    late.destroy()
    expect(await rowOf(url)).toMatchObject({ storedBytes: 200_000, pieces: [expect.any(String)] })
    expect(await listPieces(url)).toEqual((await rowOf(url))?.pieces)
  })

  it('is not claimed before it is complete, nor if a piece is missing', async () => {
    const url = await createUpload(t, token, noise.length)
    await sendBytes(t, url, { token, bytes: noise.subarray(0, 1_000) })
    const gone = { status: 400, errors: [{ path: 'upload' }] }
    expect(await refusal(claim(other, idOf(url)))).toMatchObject(gone)
    await sendBytes(other, url, { token, offset: 1_000, bytes: noise.subarray(1_000) })
    const [first = ''] = (await rowOf(url))?.pieces ?? []
    await t.app.files.remove(first)
    expect(await refusal(claim(other, idOf(url)))).toMatchObject(gone)
    expect(await listLocalFiles()).toEqual([])
  })

  it('is removed if it is no video, or is cancelled', async () => {
    const cancelled = await createUpload(t, token, noise.length)
    await sendBytes(t, cancelled, { token, bytes: noise.subarray(0, 1_000) })
    expect((await tus(other, 'DELETE', cancelled, { token })).statusCode).toBe(204)
    const text = await sendUpload(t, token, new TextEncoder().encode('Once upon a time.'))
    expect(await refusal(claim(other, text))).toMatchObject({ status: 422 })
    for (const url of [cancelled, `${UPLOADS_PATH}/${text}`]) {
      expect((await tus(t, 'HEAD', url, { token })).statusCode).toBe(404)
      expect(await listPieces(url)).toEqual([])
    }
  })

  it('is refused once it sends more bytes than announced', async () => {
    const url = await createUpload(t, token, 1_000)
    expect((await sendBytes(t, url, { token, bytes: noise.subarray(0, 1_001) })).statusCode).toBe(413)
    expect(await readOffset(t, url, token)).toBe(0)
  })
})

it('uploads without a request for a day are removed with their pieces, and pieces without a row', async () => {
  const fresh = await createUpload(t, token, noise.length)
  await sendBytes(t, fresh, { token, bytes: noise.subarray(0, 1_000) })
  const old = await createUpload(t, token, noise.length)
  await sendBytes(t, old, { token, bytes: noise.subarray(0, 1_000) })
  const touchedAt = new Date(Date.now() - 25 * 3_600_000)
  await t.app.db
    .update(resumableUploads)
    .set({ touchedAt })
    .where(eq(resumableUploads.id, idOf(old)))
  const [piece = ''] = await listPieces(fresh)
  /** Stores a piece that no row names, as a crash leaves it behind. */
  const leavePiece = async (id: string) => {
    const key = piece.replace(idOf(fresh), id).replace(/[^/]+\.part$/, `${randomUUID()}.part`)
    const path = await t.app.files.temporaryPath()
    await writeFile(path, 'left by a crash')
    await t.app.files.put(key, path)
    return key
  }
  const unnamed = await leavePiece(idOf(fresh))
  const lost = await leavePiece('f'.repeat(32))
  expect(await sweepUploads(t.app)).toBe(2)
  expect(await listPieces(old)).toEqual([])
  expect(await t.app.files.size(lost)).toBeUndefined()
  expect((await listPieces(fresh)).toSorted()).toEqual([piece, unnamed].toSorted())
})
