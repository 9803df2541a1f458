// Fills an empty database with the videos in content/ and their questions, which are stored like uploads. The files are not
// inspected, because tests have done that, and it would add two seconds to the first start.
// A single transaction adds everything, and only once, even if several servers start at the same time.
import { toStoredKey } from '@baobab/contract/kernel/text.ts'
import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import { randomUUID } from 'node:crypto'
import { constants, copyFile, readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { QuestionForm } from '@baobab/contract/quiz/forms.ts'
import { parseMoment } from '@baobab/contract/quiz/rules.ts'
import { SeriesForm } from '@baobab/contract/videos/endpoints.ts'
import { VideoForm } from '@baobab/contract/videos/admin.ts'
import { z } from 'zod'
import type { App } from './platform/app.ts'
import type { Tx } from './platform/database/database.ts'
import { parseCsv } from './platform/files/csv.ts'
import { storeAskedCount } from './quiz/question-pool.ts'
import { questions } from './quiz/tables.ts'
import { addVideo } from './videos/admin/add-video.ts'
import { insertSeries } from './videos/admin/series/save-series.ts'
import { hashFile, type UploadFacts } from './videos/inspection/inspect-upload.ts'
import { initialState } from './videos/rules.ts'
import { sharedPosterKey, toPosterKey } from './videos/poster-files.ts'
import { putPoster, type MadePoster } from './videos/store-poster.ts'
import { withFileTransaction, type PutFile } from './videos/stored-files.ts'
import { AUDIO_NAME, RUNG_HEIGHTS, rungName, streamFileKeys, type Stream } from './videos/stream.ts'
import { videos } from './videos/tables.ts'

/** The id of the advisory lock held by the server that loads the content ("star" in ASCII). */
const LOCK = 0x73_74_61_72
const folder = join(import.meta.dirname, '../../content')

/** How many questions of a starter pool each quiz asks. */
const ASKED = 5

const StarterVideos = z.array(
  z.object({
    ...VideoForm.shape,
    video: z.string(),
    captions: z.string(),
    poster: z.string(),
    stream: z.string(),
    seconds: z.number(),
  }),
)
type StarterVideo = z.output<typeof StarterVideos>[number]

/** A video whose files have been copied to temporary paths, ready to be moved into the file store. */
type PreparedVideo = Omit<StarterVideo, 'stream' | 'poster' | 'seconds'> & {
  facts: UploadFacts
  copies: { video: string; captions: string }
  poster: MadePoster
  stream: { value: Stream; /** Temporary paths by key. */ copies: Map<string, string> }
}

async function hasNoVideos(db: App['db'] | Tx): Promise<boolean> {
  return (await db.select({ id: videos.id }).from(videos).limit(1)).length === 0
}

async function readQuestions(): Promise<QuestionForm[]> {
  const rows = parseCsv(await readFile(join(folder, 'trivia.csv'), 'utf8'))
  return rows.map(({ option1, option2, option3, option4, moment, ...row }) =>
    QuestionForm.parse({
      ...row,
      options: [option1, option2, option3, option4],
      momentSeconds: parseMoment(moment ?? ''),
    }),
  )
}

/** Returns the questions for each video, in the order of the videos. @throws if a question names another video */
function groupQuestions(starters: readonly StarterVideo[], forms: readonly QuestionForm[]): QuestionForm[][] {
  const groups = starters.map(({ title }) =>
    forms.filter((form) => toComparisonKey(form.videoTitle) === toComparisonKey(title)),
  )
  if (groups.flat().length !== forms.length) throw new Error('A starter question does not name a starter video.')
  return groups
}

/** Copies a video's stream. The file names in its folder determine which rungs it has. */
async function prepareStream(name: string, copy: (name: string) => Promise<string>): Promise<PreparedVideo['stream']> {
  const bytes = new Map<string, number>()
  for (const file of await readdir(join(folder, name))) bytes.set(file, (await stat(join(folder, name, file))).size)
  const rungs = RUNG_HEIGHTS.flatMap((height) => {
    const size = bytes.get(`${rungName(height)}.mp4`)
    return size === undefined ? [] : [{ height, bytes: size }]
  })
  const soundBytes = bytes.get(`${AUDIO_NAME}.mp4`) ?? null
  const value = { folder: `streams/${randomUUID()}`, rungs, soundBytes }
  const copies = new Map<string, string>()
  for (const key of streamFileKeys(value)) copies.set(key, await copy(join(name, basename(key))))
  return { value, copies }
}

/** Copies a video's drawing and its picture for links, which content/make.ts has made. */
async function preparePoster(name: string, copy: (name: string) => Promise<string>): Promise<MadePoster> {
  const key = toPosterKey(randomUUID(), '.svg')
  const paths = new Map([[key, await copy(name)]])
  const sharedKey = sharedPosterKey(key)
  if (sharedKey !== undefined) paths.set(sharedKey, await copy(name.replace(/\.svg$/, '.jpg')))
  return { key, paths }
}

async function readFacts(path: string, durationSeconds: number): Promise<UploadFacts> {
  const [sha256, { size: sizeBytes }] = await Promise.all([hashFile(path), stat(path)])
  return { container: 'mp4', plays: true, durationSeconds, sizeBytes, sha256, uploadSha256: sha256 }
}

async function prepareVideo(app: App, starter: StarterVideo, temporaryPaths: string[]): Promise<PreparedVideo> {
  const copy = async (name: string) => {
    const path = await app.files.temporaryPath()
    temporaryPaths.push(path)
    // Copies nothing if the file system can share the bytes.
    await copyFile(join(folder, name), path, constants.COPYFILE_FICLONE)
    return path
  }
  const copies = { video: await copy(starter.video), captions: await copy(starter.captions) }
  const poster = await preparePoster(starter.poster, copy)
  const { stream, seconds, ...details } = starter
  const facts = await readFacts(copies.video, seconds)
  return { ...details, facts, copies, poster, stream: await prepareStream(stream, copy) }
}

/** Stores a video with its poster, captions and stream. Returns the video's id. */
async function addStarterVideo(
  app: App,
  { tx, put }: { tx: Tx; put: PutFile },
  {
    title,
    description = '',
    access = 'free',
    values,
    speech = 'none',
    seriesId,
    facts,
    copies,
    ...prepared
  }: PreparedVideo,
): Promise<string> {
  const captions = `captions/${randomUUID()}.vtt`
  await put(captions, copies.captions)
  await putPoster(put, prepared.poster)
  for (const [key, path] of prepared.stream.copies) await put(key, path)
  // The stream is complete, so there is nothing to process.
  const processing = initialState({ isPlayable: true, canProcess: false })
  const stream = prepared.stream.value
  const details = { title, description, access, values, speech, seriesId }
  const newVideo = { ...details, facts, processing, captions, poster: prepared.poster.key, stream }
  return (await addVideo(app, { tx, put, path: copies.video }, newVideo)).id
}

async function addQuestions(app: App, tx: Tx, videoId: string, forms: QuestionForm[]): Promise<void> {
  const createdAt = app.clock.now()
  const rows = forms.map(({ videoTitle: _videoTitle, ...form }, index) => ({
    ...form,
    videoId,
    questionKey: toStoredKey(form.question),
    position: index + 1,
    createdAt,
  }))
  if (rows.length > 0) await tx.insert(questions).values(rows)
  for (const [ageCategory, pool] of Map.groupBy(rows, (row) => row.ageCategory)) {
    const askedCount = Math.min(ASKED, pool.length)
    await storeAskedCount(tx, { videoId, ageCategory }, { askedCount, isFixed: false })
  }
}

/**
 * Loads the starter content unless there has ever been a video. If it crashes, nothing is stored, and the next start tries again.
 * @param onBegin is called if there is something to load
 */
export async function loadStarterContent(app: App, onBegin?: () => void): Promise<void> {
  if (!(await hasNoVideos(app.db))) return
  onBegin?.()
  const temporaryPaths: string[] = []
  try {
    const starters = StarterVideos.parse(JSON.parse(await readFile(join(folder, 'videos.json'), 'utf8')))
    const series = SeriesForm.parse(JSON.parse(await readFile(join(folder, 'series.json'), 'utf8')))
    const quizzes = groupQuestions(starters, await readQuestions())
    const prepared = await Promise.all(starters.map((starter) => prepareVideo(app, starter, temporaryPaths)))
    await withFileTransaction(app, async (tx, put) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
      if (!(await hasNoVideos(tx))) return
      const seriesId = await insertSeries(app, tx, series)
      for (const [index, video] of prepared.entries()) {
        const videoId = await addStarterVideo(app, { tx, put }, { ...video, seriesId })
        await addQuestions(app, tx, videoId, quizzes[index] ?? [])
      }
    })
  } finally {
    for (const path of temporaryPaths) await rm(path, { force: true })
  }
}
