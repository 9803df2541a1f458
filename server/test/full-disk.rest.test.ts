// Fills the database's disk while long writes are running: each stops, and continues once there is space.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { startExport } from '@baobab/contract/exports/endpoints.ts'
import { UPLOADS_PATH, uploadVideo } from '@baobab/contract/videos/admin.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportFiles } from '../src/exports/tables.ts'
import { restartProcessing } from '../src/videos/processing/process-video-queue.ts'
import { uploadPath } from '../src/videos/resumable-upload/folder-uploads.ts'
import { videos } from '../src/videos/tables.ts'
import { makeAdmin, makeStudent, makeVideo, type MadeAdmin } from './factories.ts'
import { fakeFfmpeg, h264, hasNoFfmpeg, makeVideoFile, makeVideoFolder, picture } from './ffmpeg-videos.ts'
import { createDatabase } from './create-database.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { canMount, fillDisk, mountDisk } from './mount-disk.ts'
import { createUpload, openPatch, readOffset, sendBytes } from './tus.ts'
import { listStoredFiles } from './videos.ts'
import { waitFor } from './wait-for.ts'

describe.runIf(canMount)('while the disk of the database is full', () => {
  let t: TestApp
  let admin: MadeAdmin
  let disk: string
  let work: string
  const closing: (() => unknown)[] = []
  beforeEach(async () => {
    const mounted = await mountDisk(64)
    closing.push(mounted.unmount)
    disk = mounted.folder
    await mkdir(join(disk, 'postgres'))
    const database = await createDatabase()
    closing.push(() => database.drop())
    const made = makeVideoFolder()
    closing.push(() => made.remove())
    work = made.folder
    // The first encoding attempt writes a little and then hangs.
    const hang = `[ -e ${work}/again ] && exec "$REAL" "$@"
      touch ${work}/again; echo started > started; exec sleep 600`
    t = await startTestApp(
      { PATH: `${join(fakeFfmpeg(work, hang), '..')}:/usr/bin:/bin` },
      { databaseUrl: database.url, ownerUrl: database.ownerUrl, databaseFolder: join(disk, 'postgres') },
    )
    closing.push(() => t.close())
    admin = await makeAdmin(t)
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  const fill = async () => {
    fillDisk(disk)
    await waitFor(() => expect(t.app.diskSpace.isFull()).toBe(true))
  }
  const makeSpace = async () => {
    await rm(join(disk, 'filler'))
    await waitFor(() => expect(t.app.diskSpace.isFull()).toBe(false))
  }
  const readJobs = async (queue: string) =>
    (
      await t.app.pool.query<{ state: string; retries: number }>(
        `select state::text, retry_count as retries from pgboss.job where name = $1 and state <> 'completed'`,
        [queue],
      )
    ).rows
  /** Waits until a job has been stopped and is waiting without having used up a retry; then lets it run at once. */
  const expectStopped = async (queue: string) => {
    await waitFor(async () => expect(await readJobs(queue)).toEqual([{ state: 'created', retries: 0 }]))
    await makeSpace()
    await t.app.pool.query('update pgboss.job set start_after = now() where name = $1', [queue])
  }

  it('B-09 a resumable upload is interrupted, and resumes after the last byte that arrived', async () => {
    const bytes = randomBytes(300_000)
    const url = await createUpload(t, admin.token, bytes.length)
    const stored = () => readFile(uploadPath(t.app, url.slice(UPLOADS_PATH.length + 1)))
    const socket = await openPatch(t, url, { token: admin.token, length: bytes.length })
    socket.write(bytes.subarray(0, 100_000))
    await waitFor(async () => expect((await stored()).length).toBe(100_000))
    await fill()
    socket.write(bytes.subarray(100_000, 101_000))
    const [reply] = (await once(socket, 'data')) as [Buffer]
    expect(String(reply)).toMatch(/^HTTP\/1\.1 507 /)
    socket.destroy()
    expect(await readOffset(t, url, admin.token)).toBe(101_000)
    await makeSpace()
    const rest = { token: admin.token, offset: 101_000, bytes: bytes.subarray(101_000) }
    expect((await sendBytes(t, url, rest)).statusCode).toBe(204)
    expect(await stored()).toEqual(bytes)
  })

  it('B-09 a file in a form is refused, and the part that arrived is removed', async () => {
    const address = await t.http.listen({ port: 0, host: '127.0.0.1' })
    const before = await listStoredFiles(t)
    let send: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (send = controller) })
    const headers = {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'multipart/form-data; boundary=line',
    }
    const reply = fetch(address + uploadVideo.path, { method: 'POST', headers, body, duplex: 'half' })
    send?.enqueue(
      Buffer.from(
        '--line\r\ncontent-disposition: form-data; name="video"; filename="a.mp4"\r\n\r\n' + 'x'.repeat(100_000),
      ),
    )
    await waitFor(async () => expect(await listStoredFiles(t)).toHaveLength(before.length + 1))
    await fill()
    send?.enqueue(randomBytes(1_000))
    expect((await reply).status).toBe(507)
    await waitFor(async () => expect(await listStoredFiles(t)).toEqual(before))
    await makeSpace()
  })

  it('B-09 an export is stopped, leaves no file, and runs once there is space', async () => {
    await makeStudent(t)
    const before = await listStoredFiles(t)
    const holder = await t.owner.connect()
    await holder.query('begin; lock table standings in access exclusive mode')
    const order = { what: 'students', format: 'csv', filters: { filter: 'all' } } as const
    const { export: made } = await t.as(admin.token)(startExport, { body: order })
    await waitFor(async () => expect(await readJobs('make-export')).toMatchObject([{ state: 'active' }]))
    await fill()
    await holder.query('commit')
    holder.release()
    const readExport = async () => (await t.app.db.select().from(exportFiles).where(eq(exportFiles.id, made._id)))[0]
    await waitFor(async () => expect(await readJobs('make-export')).toMatchObject([{ state: 'created' }]))
    expect(await readExport()).toMatchObject({ state: 'waiting' })
    expect(await listStoredFiles(t)).toEqual(before)
    await expectStopped('make-export')
    await waitFor(async () => expect(await readExport()).toMatchObject({ state: 'ready', rowCount: 1 }))
  })

  it.skipIf(hasNoFfmpeg)('B-09 an encoding is stopped, frees its space, and runs once there is space', async () => {
    const path = makeVideoFile(join(work, 'plain.mp4'), ...picture('320x240', 2), ...h264)
    const [key, temporary] = [`videos/${crypto.randomUUID()}.mp4`, await t.app.files.temporaryPath()]
    await writeFile(temporary, await readFile(path))
    await t.app.files.put(key, temporary)
    const video = await makeVideo(t, { file: key, durationSeconds: 2 })
    const before = await listStoredFiles(t)
    await t.app.db.transaction((tx) => restartProcessing(t.app, tx, video))
    await waitFor(async () => expect((await listStoredFiles(t)).join()).toContain('started'))
    await fill()
    await waitFor(async () => expect(await listStoredFiles(t)).toEqual(before))
    const readVideo = async () => (await t.app.db.select().from(videos).where(eq(videos.id, video.id)))[0]
    expect(await readVideo()).toMatchObject({ state: 'processing', failure: null })
    await expectStopped('process-video')
    const isReady = async () => expect(await readVideo()).toMatchObject({ state: 'ready', failure: null })
    await waitFor(isReady)
  })
})
