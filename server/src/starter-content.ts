// Fills an empty database with the films of content/ and their questions, through the same judging and storing as an
// upload. All of it appears in one transaction, once, however many servers start.
import { copyFile, readdir, readFile, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { basename, extname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { QuestionForm } from '@baobab/contract/quiz-admin.ts'
import { toComparisonKey } from '@baobab/contract/quiz.ts'
import { VideoForm } from '@baobab/contract/videos-admin.ts'
import { titleKey } from '@baobab/contract/videos.ts'
import { z } from 'zod'
import type { App } from './platform/app.ts'
import { parseCsv } from './platform/files/csv.ts'
import type { Tx } from './platform/database/database.ts'
import { questions } from './quiz/tables.ts'
import { inspectUpload, type UploadFacts } from './videos/inspection/inspect-upload.ts'
import { withFileTransaction, type PutFile } from './videos/stored-files.ts'
import { RUNG_HEIGHTS, streamFileKeys, rungName, SOUND, type Stream } from './videos/stream.ts'
import { videos } from './videos/tables.ts'
import { addVideo } from './videos/admin/upload-video.ts'

/** The lock of the one server that loads; a constant of ours, spelled "star". */
const LOCK = 0x73_74_61_72
/** These films are ours; only a machine that is very busy makes them slow to read. */
const PATIENCE_MS = 60_000
const folder = join(import.meta.dirname, '../../content')

const Films = z.array(
  VideoForm.extend({ video: z.string(), captions: z.string(), poster: z.string(), stream: z.string() }).strip(),
)
type Film = z.output<typeof Films>[number]
/** A film with copies of its files in the store's temporary folder. */
type Prepared = Omit<Film, 'stream'> & {
  inspected: UploadFacts
  copies: { video: string; captions: string; poster: string }
  stream: { row: Stream; /** By key. */ copies: Map<string, string> }
}

async function isEmpty(db: App['db'] | Tx): Promise<boolean> {
  return (await db.select({ id: videos.id }).from(videos).limit(1)).length === 0
}

async function readQuestions(): Promise<QuestionForm[]> {
  const rows = parseCsv(await readFile(join(folder, 'trivia.csv'), 'utf8'))
  return rows.map(({ option1, option2, option3, option4, ...row }) =>
    QuestionForm.parse({ ...row, options: [option1, option2, option3, option4] }),
  )
}

/** The questions of each film, in the order of the films; a question of no film is a mistake in the sheet. */
function questionsByFilm(films: readonly Film[], forms: readonly QuestionForm[]): QuestionForm[][] {
  const sorted = films.map(({ title }) => forms.filter((form) => titleKey(form.videoTitle) === titleKey(title)))
  if (sorted.flat().length !== forms.length) throw new Error('A starter question names no starter film.')
  return sorted
}

/** The stream that comes with a film, under a folder of the store: what stands in its folder says what it holds. */
async function prepareStream(name: string, copy: (name: string) => Promise<string>): Promise<Prepared['stream']> {
  const bytes = new Map<string, number>()
  for (const file of await readdir(join(folder, name))) bytes.set(file, (await stat(join(folder, name, file))).size)
  const rungs = RUNG_HEIGHTS.flatMap((height) => {
    const size = bytes.get(`${rungName(height)}.mp4`)
    return size === undefined ? [] : [{ height, bytes: size }]
  })
  const row = { folder: `streams/${randomUUID()}`, rungs, soundBytes: bytes.get(`${SOUND}.mp4`) ?? null }
  const copies = new Map<string, string>()
  for (const key of streamFileKeys(row)) copies.set(key, await copy(join(name, basename(key))))
  return { row, copies }
}

async function prepare(app: App, film: Film, made: string[]): Promise<Prepared> {
  const copy = async (name: string) => {
    const path = await app.files.temporaryPath()
    made.push(path)
    await copyFile(join(folder, name), path)
    return path
  }
  const copies = {
    video: await copy(film.video),
    captions: await copy(film.captions),
    poster: await copy(film.poster),
  }
  const inspected = await inspectUpload(app, copies.video, { probeMs: PATIENCE_MS })
  if (inspected?.state !== 'ready') throw new Error(`The starter film "${film.title}" cannot be played.`)
  return { ...film, inspected, copies, stream: await prepareStream(film.stream, copy) }
}

/** Puts a film with its poster and captions into the store and answers the id of its row. */
async function addFilm(app: App, { tx, put }: { tx: Tx; put: PutFile }, film: Prepared): Promise<string> {
  const captions = `captions/${randomUUID()}.vtt`
  const poster = `posters/${randomUUID()}${extname(film.poster)}`
  await put(captions, film.copies.captions)
  await put(poster, film.copies.poster)
  for (const [key, path] of film.stream.copies) await put(key, path)
  const { title, description = '', access = 'free', inspected } = film
  const video = { title, description, access, film: inspected, captions, poster, stream: film.stream.row }
  return (await addVideo(app, { tx, put, path: film.copies.video }, video)).id
}

async function addQuestions(app: App, tx: Tx, videoId: string, forms: QuestionForm[]): Promise<void> {
  const createdAt = app.clock.now()
  const rows = forms.map(({ videoTitle: _title, ...form }, index) => ({
    ...form,
    videoId,
    questionKey: toComparisonKey(form.question),
    position: index + 1,
    createdAt,
  }))
  if (rows.length > 0) await tx.insert(questions).values(rows)
}

/** Loads the starter content where no video ever was. A crash on the way leaves nothing but a next try. */
export async function loadStarterContent(app: App): Promise<void> {
  if (!(await isEmpty(app.db))) return
  const made: string[] = []
  try {
    const films = Films.parse(JSON.parse(await readFile(join(folder, 'films.json'), 'utf8')))
    const quizzes = questionsByFilm(films, await readQuestions())
    const prepared = await Promise.all(films.map((film) => prepare(app, film, made)))
    await withFileTransaction(app, async (tx, put) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
      if (!(await isEmpty(tx))) return
      for (const [index, film] of prepared.entries())
        await addQuestions(app, tx, await addFilm(app, { tx, put }, film), quizzes[index] ?? [])
    })
  } finally {
    for (const path of made) await rm(path, { force: true })
  }
}
