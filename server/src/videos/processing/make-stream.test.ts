import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reprocessVideo } from '@baobab/contract/videos-admin.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import { videosText } from '@baobab/contract/videos-text.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditLines } from '../../audit/tables.ts'
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
import type { VideoRow } from '../tables.ts'
import { sweepOrphanedFiles } from '../stored-files.ts'
import { streamFileKeys } from '../stream.ts'
import { videos } from '../tables.ts'
import { makeStream } from './make-stream.ts'
import { extractFrame } from './poster.ts'
import { restartProcessing } from './process-video-queue.ts'

let films: ReturnType<typeof makeVideoFolder>
let plain: string
const opened: TestApp[] = []

beforeAll(() => {
  films = makeVideoFolder()
  if (!hasNoFfmpeg)
    plain = makeVideoFile(join(films.folder, 'plain.mp4'), ...picture('320x240', 4), ...tone(4), ...h264)
})
afterEach(async () => {
  for (const t of opened.splice(0).toReversed()) await t.close()
})
afterAll(() => films.remove())

async function open(settings: Record<string, string>, beside?: TestApp): Promise<TestApp> {
  const t = await startTestApp(settings, beside)
  opened.push(t)
  return t
}

/** A folder with a fake ffmpeg that does this with every film. */
function broken(body: string): string {
  const folder = join(films.folder, crypto.randomUUID())
  mkdirSync(folder)
  return fakeFfmpeg(folder, body)
}

/** A stored film with its row, as an upload leaves it. */
async function store(t: TestApp, path = plain, changes: Partial<typeof videos.$inferInsert> = {}): Promise<VideoRow> {
  const file = `videos/${crypto.randomUUID()}${path.slice(path.lastIndexOf('.'))}`
  const temporary = await t.app.files.temporaryPath()
  writeFileSync(temporary, readFileSync(path))
  await t.app.files.put(file, temporary)
  return makeVideo(t, { file, durationSeconds: 4, ...changes })
}

const start = (t: TestApp, video: VideoRow) => t.app.db.transaction((tx) => restartProcessing(t.app, tx, video))
const jobOf = ({ id, file }: VideoRow) => ({ videoId: id, file: file ?? '' })
const never = () => new AbortController().signal

async function rowOf(t: TestApp, { id }: Pick<VideoRow, 'id'>): Promise<VideoRow> {
  const [row] = await t.app.db.select().from(videos).where(eq(videos.id, id))
  if (!row) throw new Error('the row is gone')
  return row
}

/** Waits until a video is as described; whatever waits for its next try is tried at once. */
async function become(t: TestApp, video: VideoRow, expected: object, seconds = 60): Promise<VideoRow> {
  return vi.waitFor(
    async () => {
      await t.app.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
      const row = await rowOf(t, video)
      expect(row).toMatchObject(expected)
      return row
    },
    { timeout: seconds * 1_000, interval: 200 },
  )
}

async function expectStored(t: TestApp, row: VideoRow): Promise<void> {
  const keys = [row.file ?? '', row.poster ?? '', ...(row.stream ? streamFileKeys(row.stream) : [])].filter(Boolean)
  expect(await listStoredFiles(t)).toEqual(keys.toSorted())
}

/** The processes that have a file open; Linux tells that under /proc. */
function openedBy(path: string): string[] {
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

describe.skipIf(hasNoFfmpeg)('a film', () => {
  it('gets its stream and a poster, and every file that the row names is there', async () => {
    const t = await open({ PATH })
    const video = await start(t, await store(t))
    expect(video).toMatchObject({ state: 'processing', progress: 0, failure: null })
    const row = await become(t, video, { state: 'ready', progress: null, failure: null })
    expect(row.stream).toMatchObject({ rungs: [{ height: 240 }], soundBytes: expect.any(Number) as number })
    expect(row.poster).toMatch(/^posters\/.*\.webp$/)
    await expectStored(t, row)
    const [listed] = await t.as()(listVideos, {})
    const master = await t.http.inject(listed?.streamUrl ?? '')
    expect(master.body).toContain('240p.m3u8')
    expect(listed?.renditions.map(({ quality }) => quality)).toEqual(['saver', 'sound'])
  }, 90_000)

  it('that is prepared again has its new stream in place of the old, and keeps its poster', async () => {
    const t = await open({})
    const video = await store(t, plain, { poster: 'posters/of-the-admin.webp' })
    const withPrograms = { ...t.app, config: { ...t.app.config, searchPath: PATH } }
    await makeStream(withPrograms, jobOf(video), never())
    const first = await rowOf(t, video)
    await makeStream(withPrograms, jobOf(video), never())
    const second = await rowOf(t, video)
    expect(second.stream?.folder).not.toBe(first.stream?.folder)
    expect(second.poster).toBe('posters/of-the-admin.webp')
    await expectStored(t, { ...second, poster: null })
    expect(await sweepOrphanedFiles(t.app)).toBe(0)
  }, 90_000)

  it('that was replaced or deleted meanwhile gets nothing, and nothing stays behind', async () => {
    const t = await open({})
    const withPrograms = { ...t.app, config: { ...t.app.config, searchPath: PATH } }
    const video = await store(t)
    const before = await listStoredFiles(t)
    await makeStream(withPrograms, { ...jobOf(video), file: 'videos/an-older-one.mp4' }, never())
    // Deleted at the last moment: the files are put, and go again.
    const files = {
      ...t.app.files,
      put: async (key: string, path: string) => {
        await t.app.db.update(videos).set({ deletedAt: new Date() }).where(eq(videos.id, video.id))
        await t.app.files.put(key, path)
      },
    }
    await makeStream({ ...withPrograms, files }, jobOf(video), never())
    expect(await rowOf(t, video)).toMatchObject({ stream: null, poster: null })
    expect(await listStoredFiles(t)).toEqual(before)
  }, 90_000)

  it('is prepared without a shell, whatever its title says', async () => {
    const t = await open({})
    const withPrograms = { ...t.app, config: { ...t.app.config, searchPath: PATH } }
    const mark = join(films.folder, 'touched')
    const video = await store(t, plain, { title: `"; touch ${mark}; "$(touch ${mark})` })
    await makeStream(withPrograms, jobOf(video), never())
    expect(await rowOf(t, video)).toMatchObject({ state: 'ready', stream: { rungs: [{ height: 240 }] } })
    expect(existsSync(mark)).toBe(false)
  }, 90_000)

  it('gives a frame at any of its moments, from its stream or from itself', async () => {
    const t = await open({ PATH })
    const video = await store(t)
    const path = await extractFrame(t.app, video, 2)
    expect(readFileSync(path).toString('latin1', 1, 4)).toBe('PNG')
    await makeStream(t.app, jobOf(video), never())
    const later = await extractFrame(t.app, { ...(await rowOf(t, video)), file: 'videos/not-read.mp4' }, 2)
    expect(readFileSync(later).toString('latin1', 1, 4)).toBe('PNG')
    await expect(extractFrame(t.app, video, 99)).rejects.toMatchObject({ code: 'not_a_picture' })
  }, 90_000)
})

describe.skipIf(hasNoFfmpeg)('an ffmpeg that crashes', () => {
  it.each([
    ['plays on where browsers play the film as it is', true, 'ready'],
    ['is told as failed where they do not', false, 'failed'],
  ])(
    'is tried again three times; the video %s',
    async (_name, plays, state) => {
      const count = join(films.folder, crypto.randomUUID())
      const t = await open({ FFMPEG_PATH: broken(`echo x >> ${count}; exit 139`), PATH })
      const video = await start(t, await store(t, plain, { plays }))
      const row = await become(t, video, { state, failure: videosText.processingFailed, progress: null })
      expect(row).toMatchObject({ stream: null, file: video.file })
      expect(readFileSync(count, 'utf8').trim().split('\n')).toHaveLength(4)
      await expectStored(t, row)
      expect(readdirSync(join(t.app.config.filesDir, 'tmp'))).toEqual([])
      const admin = await makeAdmin(t)
      const again = await t.as(admin.token)(reprocessVideo, { params: { id: video.id } })
      expect(again).toMatchObject({
        message: videosText.processingAgain,
        video: { state: 'processing', failure: null },
      })
      expect((await t.app.db.select().from(auditLines)).at(-1)).toMatchObject({
        action: 'video.processed',
        subject: video.id,
      })
    },
    120_000,
  )

  it('that hangs is ended, and leaves nothing', async () => {
    const t = await open({})
    const config = { ...t.app.config, ffmpegPath: broken('exec sleep 600'), searchPath: PATH }
    const video = await store(t)
    const before = await listStoredFiles(t)
    await expect(makeStream({ ...t.app, config }, jobOf(video), never(), { stallMs: 200 })).rejects.toThrow(
      'no progress',
    )
    expect(await rowOf(t, video)).toMatchObject({ state: 'ready', stream: null })
    expect(await listStoredFiles(t)).toEqual(before)
  })
})

describe.skipIf(hasNoFfmpeg)('a server that ends', () => {
  it('leaves no half-made stream; its job runs again on the next at once and is not counted as tried', async () => {
    const t = await open({})
    const first = await startTestApp(
      { FFMPEG_PATH: broken('exec sleep 600'), PATH, FILES_DIR: t.app.config.filesDir },
      t,
    )
    const video = await start(first, await store(t))
    const isEncoding = async () => expect((await listStoredFiles(t)).join()).toMatch(/tmp\/encode-.*\/source\.mp4/)
    await vi.waitFor(isEncoding, { timeout: 20_000, interval: 50 })
    await first.close()
    expect(await listStoredFiles(t)).toEqual([video.file])
    expect(await rowOf(t, video)).toMatchObject({ state: 'processing', stream: null })
    const jobs = await t.app.db.execute(sql`select retry_count from pgboss.job
      where name = 'process-video' and state < 'active'`)
    expect(jobs.rows).toEqual([{ retry_count: 0 }])
    await open({ PATH, FILES_DIR: t.app.config.filesDir }, t)
    await expectStored(t, await become(t, video, { state: 'ready', stream: { rungs: [{ height: 240 }] } }))
  }, 120_000)
})

describe.skipIf(hasNoFfmpeg)('a server that is killed', () => {
  const script = join(import.meta.dirname, '../../../test/encode-until-killed.ts')

  it('takes its ffmpeg along and leaves no half-made stream; the next makes it', async () => {
    const t = await open({})
    const long = makeVideoFile(join(films.folder, 'long.mp4'), ...picture('640x360', 60), ...tone(60), ...h264)
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
    const half = await vi.waitFor(async () => (await written()) ?? Promise.reject(new Error('not yet')), {
      timeout: 60_000,
      interval: 50,
    })
    child.kill('SIGKILL')
    await exited
    expect(await rowOf(t, video)).toMatchObject({ state: 'processing', stream: null })
    // The half of it that stands in the temporary folder grows no more: its ffmpeg has ended.
    const usedBy = () => openedBy(join(filesDir, half))
    await vi.waitFor(() => expect(usedBy()).toEqual([]), { timeout: 60_000, interval: 200 })
    await t.app.db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`)
    await open({ PATH, FILES_DIR: filesDir }, t)
    const row = await become(t, video, { state: 'ready', progress: null }, 240)
    expect(row.stream?.rungs.map(({ height }) => height)).toEqual([240, 360])
    await expectStored(t, row)
  }, 400_000)
})

describe('without ffmpeg', () => {
  it('a film that plays is ready, another failed with the reason, and the console says what is missing', async () => {
    const t = await open({})
    const admin = await makeAdmin(t)
    const [playing, other] = [
      await makeVideo(t, { file: 'videos/a.mp4' }),
      await makeVideo(t, { file: 'videos/b.mkv', plays: false, state: 'processing' }),
    ]
    expect(await start(t, playing)).toMatchObject({ state: 'ready', failure: null, progress: null })
    expect(await start(t, other)).toMatchObject({ state: 'failed', failure: videosText.notForBrowsers })
    const again = await t.as(admin.token)(reprocessVideo, { params: { id: playing.id } })
    expect(again.video).toMatchObject({ state: 'ready', note: videosText.ffmpegMissing })
    await expect(extractFrame(t.app, playing, 1)).rejects.toMatchObject({ code: 'not_a_picture' })
    const jobs = await t.app.db.execute(sql`select 1 from pgboss.job where name = 'process-video'`)
    expect(jobs.rows).toEqual([])
  })
})
