import { toStoredKey } from '@baobab/contract/kernel/text.ts'
import { readFileSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { makePaidStudent } from '../test/factories.ts'
import { listStoredFiles } from '../test/videos.ts'
import { openTestApp } from '../test/harness.ts'
import { loadPool } from './quiz/question-pool.ts'
import { questions } from './quiz/tables.ts'
import { loadStarterContent } from './starter-content.ts'
import { inspectUpload } from './videos/inspection/inspect-upload.ts'
import { writeSharedPicture } from './videos/store-poster.ts'
import { listVideoFileKeys } from './videos/stored-files.ts'
import { videos } from './videos/tables.ts'

const t = await openTestApp()
const paid = await makePaidStudent(t)

const folder = join(import.meta.dirname, '../../content')
type Starter = { title: string; video: string; poster: string; access: 'free' | 'premium'; values: string[] }
const starters = JSON.parse(readFileSync(join(folder, 'videos.json'), 'utf8')) as Starter[]
const titles = starters.map(({ title }) => title)

it('leaves nothing behind if loading fails halfway', async () => {
  let puts = 0
  const files = {
    ...t.app.files,
    put: async (key: string, path: string) => {
      puts += 1
      if (puts > 7) throw new Error('the disk is gone')
      await t.app.files.put(key, path)
    },
  }
  await expect(loadStarterContent({ ...t.app, files })).rejects.toThrow('the disk is gone')
  expect(await t.app.db.select().from(videos)).toEqual([])
  expect(await t.app.db.select().from(questions)).toEqual([])
  expect(await listStoredFiles(t)).toEqual([])
})

it('is loaded once, even if two servers start at the same time', async () => {
  await Promise.all([loadStarterContent(t.app), loadStarterContent(t.app)])
  const rows = await t.app.db.select().from(videos)
  expect(rows).toHaveLength(starters.length)
  const keys = rows.flatMap(listVideoFileKeys)
  expect(new Set(keys)).toEqual(new Set(await listStoredFiles(t)))
  expect(rows.every((row) => row.state === 'ready' && row.sizeBytes < 2_000_000)).toBe(true)
})

it('stores the same facts about a file as an inspection would', async () => {
  const [row] = await t.app.db.select().from(videos).orderBy(videos.position)
  const original = join(folder, starters[0]?.video ?? '')
  const path = join(t.app.config.dataDir, 'inspected.mp4')
  await copyFile(original, path)
  const { durationSeconds = 0, uploadSha256 } = (await inspectUpload(t.app, path)) ?? {}
  // An inspection would also join the fragments of the stream, which changes the file.
  expect(row).toMatchObject({ uploadSha256, sha256: uploadSha256, sizeBytes: statSync(original).size })
  expect(Math.abs((row?.durationSeconds ?? 0) - durationSeconds)).toBeLessThan(0.25)
})

it('keeps the premium videos for students who have paid', async () => {
  const list = await t.as()(listVideos, {})
  expect(list.map(({ isLocked }) => isLocked)).toEqual(starters.map(({ access }) => access === 'premium'))
})

it('lists the videos in order, each with a poster, captions and a quiz of five questions for each age category', async () => {
  const list = await t.as(paid.token)(listVideos, {})
  expect(list.map((video) => video.title)).toEqual(titles.map((title) => title.normalize('NFC')))
  for (const video of list) {
    expect(video.questionCounts).toEqual({ '5-10': 5, '11-20': 5 })
    expect(video.durationSeconds).toBeGreaterThanOrEqual(30)
    expect(video.durationSeconds).toBeLessThanOrEqual(90)
    for (const [link, type] of [
      [video.videoUrl, 'video/mp4'],
      [video.posterUrl, 'image/svg+xml'],
      [video.captionsUrl, 'text/vtt; charset=utf-8'],
    ] as const)
      expect((await t.http.inject(link ?? '')).headers).toMatchObject({ 'content-type': type })
  }
})

it('puts the videos into one series, in their order, each with its values', async () => {
  const list = await t.as()(listVideos, {})
  expect(new Set(list.map(({ series }) => series?.title))).toEqual(new Set(['Small Things, Big Hearts']))
  expect(list.map(({ series }) => series?.position)).toEqual(starters.map((_, index) => index + 1))
  expect(list.map(({ values }) => values)).toEqual(starters.map(({ values }) => values))
})

it('includes data saver and standard quality, so that nothing has to be processed, but not the sound alone', async () => {
  const list = await t.as(paid.token)(listVideos, {})
  for (const video of list) {
    expect(video.renditions.map(({ quality, height }) => [quality, height])).toEqual([
      ['saver', 240],
      ['standard', 480],
    ])
    const master = await t.http.inject(video.streamUrl ?? '')
    expect(master.body).toContain('RESOLUTION=854x480')
    for (const { fileUrl = '', bytes } of video.renditions)
      expect((await t.http.inject({ url: fileUrl, headers: { range: 'bytes=0-9' } })).headers).toMatchObject({
        'content-range': `bytes 0-9/${bytes}`,
      })
  }
  const jobs = await t.app.db.execute(sql`select 1 from pgboss.job where name = 'process-video'`)
  expect(jobs.rows).toEqual([])
})

it('has pictures for links that show the drawings', async () => {
  const show = (picture: string | Buffer) =>
    sharp(picture).resize(60, 32, { fit: 'fill' }).removeAlpha().raw().toBuffer()
  const fresh = join(t.app.config.dataDir, 'fresh.jpg')
  for (const { poster } of starters) {
    await writeSharedPicture({ picture: join(folder, poster) }, fresh)
    const [stored, wanted] = [await show(join(folder, poster.replace('.svg', '.jpg'))), await show(fresh)]
    const difference = stored.reduce((sum, byte, n) => sum + Math.abs(byte - (wanted[n] ?? 0)), 0) / stored.length
    expect({ poster, isCurrent: difference < 2 }).toEqual({ poster, isCurrent: true })
  }
})

it('asks five questions of a pool of ten, which may still be changed', async () => {
  const [row] = await t.app.db.select().from(videos).orderBy(videos.position)
  for (const ageCategory of ['5-10', '11-20'] as const) {
    const pool = await loadPool(t.app.db, { videoId: row?.id ?? '', ageCategory })
    expect(pool).toMatchObject({ askedCount: 5, isFixed: false })
    expect(pool.questions).toHaveLength(10)
  }
})

it('has questions whose correct answer is one of four options and matches the key that the quiz compares', async () => {
  for (const row of await t.app.db.select().from(questions)) {
    expect(row.options).toHaveLength(4)
    expect(row.options).toContain(row.correctAnswer)
    expect(row.questionKey).toBe(toStoredKey(row.question))
  }
})

it('is not loaded again after everything was deleted', async () => {
  await t.app.db.delete(questions)
  await t.app.db.update(videos).set({ deletedAt: t.app.clock.now() })
  await loadStarterContent(t.app)
  expect(await t.app.db.select().from(videos)).toHaveLength(starters.length)
  expect(await t.as()(listVideos, {})).toEqual([])
})
