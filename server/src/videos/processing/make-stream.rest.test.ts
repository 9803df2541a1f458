import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reprocessVideo } from '@baobab/contract/videos/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { videosReplyText, videosText } from '@baobab/contract/videos/text.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { auditLines } from '../../platform/audit/tables.ts'
import {
  fakeFfmpeg,
  makeVideoFolder,
  h264,
  hasNoFfmpeg,
  makeVideoFile,
  PATH,
  picture,
  tone,
} from '../../../test/ffmpeg-videos.ts'
import { listStoredFiles } from '../../../test/videos.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { makeAdmin, makeVideo } from '../../../test/factories.ts'
import { deleteVideoForUndo } from '../admin/delete-video.ts'
import { restoreVideo } from '../admin/restore-video.ts'
import type { VideoRow } from '../tables.ts'
import { listVideoFileKeys, sweepOrphanedFiles } from '../stored-files.ts'
import { videos } from '../tables.ts'
import { DiskFullError } from '../../platform/database/disk-space.ts'
import { makeStream, recordFailure } from './make-stream.ts'
import { extractFrame } from './poster.ts'
import { restartProcessing, type StreamJob } from './process-video-queue.ts'
import { waitFor } from '../../../test/wait-for.ts'

let workFolder: ReturnType<typeof makeVideoFolder>
let plain: string
const opened: TestApp[] = []

beforeAll(() => {
  workFolder = makeVideoFolder()
  if (!hasNoFfmpeg)
    plain = makeVideoFile(join(workFolder.folder, 'plain.mp4'), ...picture('320x240', 4), ...tone(4), ...h264)
})
afterEach(async () => {
  for (const t of opened.splice(0).toReversed()) await t.close()
})
afterAll(() => workFolder.remove())

async function open(settings: Record<string, string>, beside?: TestApp): Promise<TestApp> {
  const t = await startTestApp(settings, beside)
  opened.push(t)
  return t
}

/** Creates a folder with a fake ffmpeg that runs this script for every video. */
function makeBrokenFfmpeg(body: string): string {
  const folder = join(workFolder.folder, crypto.randomUUID())
  mkdirSync(folder)
  return fakeFfmpeg(folder, body)
}

/** Stores a video with its row, as an upload does. */
async function store(t: TestApp, path = plain, changes: Partial<typeof videos.$inferInsert> = {}): Promise<VideoRow> {
  const file = `videos/${crypto.randomUUID()}${path.slice(path.lastIndexOf('.'))}`
  const temporary = await t.app.files.temporaryPath()
  writeFileSync(temporary, readFileSync(path))
  await t.app.files.put(file, temporary)
  return makeVideo(t, { file, durationSeconds: 4, ...changes })
}

const start = (t: TestApp, video: VideoRow) => t.app.db.transaction((tx) => restartProcessing(t.app, tx, video))
const toJob = ({ id, file }: VideoRow) => ({ videoId: id, file: file ?? '' })
const never = () => new AbortController().signal

async function readRow(t: TestApp, { id }: Pick<VideoRow, 'id'>): Promise<VideoRow> {
  const [row] = await t.app.db.select().from(videos).where(eq(videos.id, id))
  if (!row) throw new Error('The row is missing.')
  return row
}

/** Waits until a video matches; jobs that are waiting for their next attempt run immediately. */
async function waitForVideo(t: TestApp, video: VideoRow, expected: object): Promise<VideoRow> {
  return waitFor(
    async () => {
      await t.app.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
      const row = await readRow(t, video)
      expect(row).toMatchObject(expected)
      return row
    },
    { interval: 200 },
  )
}

async function expectStored(t: TestApp, row: VideoRow): Promise<void> {
  expect(await listStoredFiles(t)).toEqual(listVideoFileKeys(row).toSorted())
}

/** Returns the processes that have a file open (on Linux only, from /proc). */
function listProcessesUsing(path: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) && readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === path)
      )
    } catch {
      return false
    }
  })
}

describe.skipIf(hasNoFfmpeg)('a video', () => {
  it('gets a stream and a poster, and every file that its row names is stored', async () => {
    const t = await open({ PATH })
    const video = await start(t, await store(t))
    expect(video).toMatchObject({ state: 'processing', progress: 0, failure: null })
    const row = await waitForVideo(t, video, { state: 'ready', progress: null, failure: null })
    expect(row.stream).toMatchObject({ rungs: [{ height: 240 }], soundBytes: expect.any(Number) as number })
    expect(row.poster).toMatch(/^posters\/.*\.webp$/)
    await expectStored(t, row)
    const [listed] = await t.as()(listVideos, {})
    const master = await t.http.inject(listed?.streamUrl ?? '')
    expect(master.body).toContain('240p.m3u8')
    expect(listed?.renditions.map(({ quality }) => quality)).toEqual(['saver', 'sound'])
  })

  it('that is processed again gets a new stream instead of the old one, and keeps its poster', async () => {
    const t = await open({})
    const video = await store(t, plain, { poster: 'posters/of-the-admin.webp' })
    const withPrograms = { ...t.app, config: { ...t.app.config, searchPath: PATH } }
    await makeStream(withPrograms, toJob(video), never())
    const first = await readRow(t, video)
    await makeStream(withPrograms, toJob(video), never())
    const second = await readRow(t, video)
    expect(second.stream?.folder).not.toBe(first.stream?.folder)
    expect(second.poster).toBe('posters/of-the-admin.webp')
    await expectStored(t, { ...second, poster: null })
    expect(await sweepOrphanedFiles(t.app)).toBe(0)
  })

  it('that was replaced or deleted meanwhile gets no stream, and no file is left behind', async () => {
    const t = await open({})
    const withPrograms = { ...t.app, config: { ...t.app.config, searchPath: PATH } }
    const video = await store(t)
    const before = await listStoredFiles(t)
    await makeStream(withPrograms, { ...toJob(video), file: 'videos/an-older-one.mp4' }, never())
    // Deleted at the last moment: the files are stored and removed again.
    const files = {
      ...t.app.files,
      put: async (key: string, path: string) => {
        await t.app.db.update(videos).set({ deletedAt: new Date() }).where(eq(videos.id, video.id))
        await t.app.files.put(key, path)
      },
    }
    await makeStream({ ...withPrograms, files }, toJob(video), never())
    expect(await readRow(t, video)).toMatchObject({ stream: null, poster: null })
    expect(await listStoredFiles(t)).toEqual(before)
  })

  it('that was deleted and put back while it waited is encoded once, by the newer of its two jobs', async () => {
    const t = await open({})
    const app = { ...t.app, config: { ...t.app.config, searchPath: PATH } }
    const { id, username } = await makeAdmin(t)
    const who = { kind: 'admin', id, username, roles: ['owner'], sessionId: '', confirmedAt: new Date() } as const
    const stored = await store(t)
    const video = await app.db.transaction((tx) => restartProcessing(app, tx, stored))
    const before = await deleteVideoForUndo(app, who, video.id)
    await restoreVideo(app, who, { id: video.id, before })
    const { rows } = await app.db.execute<{ data: StreamJob }>(
      sql`select data from pgboss.job where name = 'process-video' order by created_on`,
    )
    const [older, newer] = rows.map(({ data }) => data)
    if (!older || !newer) throw new Error('There are not two jobs.')
    const newersFolder = join(app.config.filesDir, 'tmp', `encode-${video.id}-newer`)
    mkdirSync(newersFolder, { recursive: true })
    await makeStream(app, older, never())
    expect(await readRow(t, video)).toMatchObject({ state: 'processing', stream: null })
    expect(existsSync(newersFolder)).toBe(true)
    await makeStream(app, newer, never())
    const row = await readRow(t, video)
    expect(row).toMatchObject({ state: 'ready', stream: { rungs: [{ height: 240 }] } })
    await makeStream(app, older, never())
    await recordFailure(app, older)
    expect(await readRow(t, video)).toEqual(row)
  })

  it('U-22 is processed without a shell, whatever its title contains', async () => {
    const t = await open({})
    const withPrograms = { ...t.app, config: { ...t.app.config, searchPath: PATH } }
    const mark = join(workFolder.folder, 'touched')
    const video = await store(t, plain, { title: `"; touch ${mark}; "$(touch ${mark})` })
    await makeStream(withPrograms, toJob(video), never())
    expect(await readRow(t, video)).toMatchObject({ state: 'ready', stream: { rungs: [{ height: 240 }] } })
    expect(existsSync(mark)).toBe(false)
  })

  it('yields a frame at any position, from its stream or from the original file, unless the disk is full', async () => {
    const t = await open({ PATH })
    const video = await store(t)
    const path = await extractFrame(t.app, video, 2)
    expect(readFileSync(path).toString('latin1', 1, 4)).toBe('PNG')
    await makeStream(t.app, toJob(video), never())
    const later = await extractFrame(t.app, { ...(await readRow(t, video)), file: 'videos/not-read.mp4' }, 2)
    expect(readFileSync(later).toString('latin1', 1, 4)).toBe('PNG')
    await expect(extractFrame(t.app, video, 99)).rejects.toMatchObject({ code: 'not_a_picture' })
    const diskSpace = { ...t.app.diskSpace, untilFull: () => AbortSignal.abort(new DiskFullError()) }
    await expect(extractFrame({ ...t.app, diskSpace }, video, 2)).rejects.toBeInstanceOf(DiskFullError)
  })
})

describe.skipIf(hasNoFfmpeg)('an ffmpeg that crashes', () => {
  it.each([
    ['stays ready if browsers play the file as it is', true, 'ready'],
    ['fails if they do not', false, 'failed'],
  ])('B-12 is retried three times; the video %s', async (_name, plays, state) => {
    const count = join(workFolder.folder, crypto.randomUUID())
    const t = await open({ FFMPEG_PATH: makeBrokenFfmpeg(`echo x >> ${count}; exit 139`), PATH })
    const video = await start(t, await store(t, plain, { plays }))
    const row = await waitForVideo(t, video, { state, failure: videosText.processingFailed, progress: null })
    expect(row).toMatchObject({ stream: null, file: video.file })
    expect(readFileSync(count, 'utf8').trim().split('\n')).toHaveLength(4)
    await expectStored(t, row)
    expect(readdirSync(join(t.app.config.filesDir, 'tmp'))).toEqual([])
    const admin = await makeAdmin(t)
    const again = await t.as(admin.token)(reprocessVideo, { params: { id: video.id } })
    expect(again).toMatchObject({
      message: videosReplyText.processingAgain,
      video: { state: 'processing', failure: null },
    })
    expect((await t.app.db.select().from(auditLines)).at(-1)).toMatchObject({
      action: 'video.processed',
      subject: video.id,
    })
  })

  it('B-12 that hangs is stopped and leaves nothing behind', async () => {
    const t = await open({})
    const config = { ...t.app.config, ffmpegPath: makeBrokenFfmpeg('exec sleep 600'), searchPath: PATH }
    const video = await store(t)
    const before = await listStoredFiles(t)
    await expect(makeStream({ ...t.app, config }, toJob(video), never(), { stallMs: 200 })).rejects.toThrow(
      'no progress',
    )
    expect(await readRow(t, video)).toMatchObject({ state: 'ready', stream: null })
    expect(await listStoredFiles(t)).toEqual(before)
  })
})

describe.skipIf(hasNoFfmpeg)('a server that stops', () => {
  it('B-18 leaves no unfinished stream; its job runs on the next server immediately, and the interruption does not count as an attempt', async () => {
    const t = await open({})
    const first = await startTestApp(
      { FFMPEG_PATH: makeBrokenFfmpeg('exec sleep 600'), PATH, FILES_DIR: t.app.config.filesDir },
      t,
    )
    const video = await start(first, await store(t))
    const isEncoding = async () => expect((await listStoredFiles(t)).join()).toMatch(/tmp\/encode-.*\/source\.mp4/)
    await waitFor(isEncoding)
    await first.close()
    expect(await listStoredFiles(t)).toEqual([video.file])
    expect(await readRow(t, video)).toMatchObject({ state: 'processing', stream: null })
    const jobs = await t.app.db.execute(sql`select retry_count from pgboss.job
      where name = 'process-video' and state < 'active'`)
    expect(jobs.rows).toEqual([{ retry_count: 0 }])
    await open({ PATH, FILES_DIR: t.app.config.filesDir }, t)
    await expectStored(t, await waitForVideo(t, video, { state: 'ready', stream: { rungs: [{ height: 240 }] } }))
  })
})

describe.skipIf(hasNoFfmpeg)('a server that is killed', () => {
  const script = join(import.meta.dirname, '../../../test/encode-until-killed.ts')

  it('stops its ffmpeg too and leaves no unfinished stream; the next server makes it', async () => {
    const t = await open({})
    const long = makeVideoFile(join(workFolder.folder, 'long.mp4'), ...picture('640x360', 10, 25), ...tone(10), ...h264)
    const video = await store(t, long)
    const { connectionString = '' } = t.app.pool.options
    const { dataDir, filesDir } = t.app.config
    const child = spawn(process.execPath, [script, connectionString, filesDir, join(dataDir, 'second')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit')
    await once(child.stdout, 'data')
    await t.app.db.transaction((tx) =>
      restartProcessing({ ...t.app, config: { ...t.app.config, searchPath: PATH } }, tx, video),
    )
    const written = async () => (await listStoredFiles(t)).find((file) => file.endsWith('/stream/240p.mp4'))
    const half = await waitFor(async () => (await written()) ?? Promise.reject(new Error('not yet')))
    child.kill('SIGKILL')
    await exited
    expect(await readRow(t, video)).toMatchObject({ state: 'processing', stream: null })
    // Nothing writes the unfinished file in the temporary folder any more: its ffmpeg has stopped.
    const usedBy = () => listProcessesUsing(join(filesDir, half))
    await waitFor(() => expect(usedBy()).toEqual([]), { interval: 200 })
    await t.app.db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`)
    await open({ PATH, FILES_DIR: filesDir }, t)
    const row = await waitForVideo(t, video, { state: 'ready', progress: null })
    expect(row.stream?.rungs.map(({ height }) => height)).toEqual([240, 360])
    await expectStored(t, row)
  })
})
