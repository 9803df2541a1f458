import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { ParsedOf } from '@baobab/contract/endpoint.ts'
import { videosText } from '@baobab/contract/videos-text.ts'
import type { AdminVideo, uploadVideo as endpoint } from '@baobab/contract/videos-admin.ts'
import { titleKey } from '@baobab/contract/videos.ts'
import type { App } from '../../platform/app.ts'
import { ofUpload, subjectOfUpload } from './upload-line.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { inspectUpload, type UploadFacts } from '../inspection/inspect-upload.ts'
import { lockOrder } from './order-videos.ts'
import { startProcessing } from '../processing/start-processing.ts'
import { adminVideo, findVideoById, type VideoRow } from '../queries.ts'
import { withFilm, type Arrived } from '../resumable-upload/claim-upload.ts'
import { withFileTransaction, type PutFile } from '../stored-files.ts'
import type { Stream } from '../stream.ts'
import { videos } from '../tables.ts'
import { claimTitle, requireFreeTitle, takeOverTitle } from './titles.ts'

export type NewVideo = {
  title: string
  description: string
  access: 'free' | 'premium'
  film: UploadFacts
  transcript?: string
  poster?: string
  captions?: string
  /** Of a film whose stream is there already. */
  stream?: Stream
}

/** Refuses a form without its file, or with an empty one. */
export function requireFile<U extends UploadedFile>(upload: U | undefined): U {
  if (!upload || upload.bytes === 0) failField('video', videosText.videoFileMissing)
  return upload
}

/** A key for a new file of this kind. Nothing of it comes from what a person typed (security.md U-06). */
export function newFilmKey(film: UploadFacts): string {
  return `videos/${randomUUID()}.${film.container}`
}

type Place = { tx: Tx; put: PutFile; path: string }

/** Stores a film and its row, at the end of the operator's order. */
export async function addVideo(app: App, { tx, put, path }: Place, video: NewVideo): Promise<VideoRow> {
  const { film, title, ...described } = video
  const { container: _container, ...measured } = film
  const file = newFilmKey(film)
  await put(file, path)
  // Only now: an object store takes its time with a film.
  await lockOrder(tx)
  const [row] = await tx
    .insert(videos)
    .values({
      ...described,
      ...measured,
      title,
      titleKey: titleKey(title),
      file,
      position: sql`(select coalesce(max(position), 0) + 1 from ${videos})`,
      createdAt: app.clock.now(),
    })
    .returning()
  if (!row) throw new Error('The video was not stored.')
  await takeOverTitle(tx, title)
  return row
}

type Form = ParsedOf<typeof endpoint>['body']

/** Judges a film that has arrived and stores it with its row, listed at once (decisions 3). */
async function storeFilm(app: App, admin: AdminUser, { path, claim }: Arrived, form: Form): Promise<VideoRow> {
  const { title, description = '', access = 'free', transcript = '' } = form
  const film = await inspectUpload(app, path)
  if (!film) fail('not_playable')
  return claimTitle(() =>
    withFileTransaction(app, async (tx, put) => {
      const added = await addVideo(app, { tx, put, path }, { title, description, access, transcript, film })
      await claim(tx)
      const row = await startProcessing(app, tx, added)
      await writeAuditLine(app, tx, {
        adminId: admin.id,
        action: 'video.uploaded',
        subject: row.id,
        details: ofUpload(form),
      })
      return row
    }),
  )
}

/** Takes an admin's video, from the form or from a resumable upload: judged by its content, under a name of our own. */
export async function uploadVideo(
  app: App,
  admin: AdminUser,
  { form, upload: file }: { form: Form; upload: UploadedFile | undefined },
): Promise<AdminVideo> {
  if (form.upload === undefined) requireFile(file)
  const video = (await madeOf(app, admin, form)) ?? (await storeOnce(app, admin, form, file))
  return adminVideo(app, admin, video)
}

async function storeOnce(app: App, admin: AdminUser, form: Form, file: UploadedFile | undefined): Promise<VideoRow> {
  try {
    await requireFreeTitle(app.db, form.title)
    return await withFilm(app, admin, { file, uploadId: form.upload }, (film) =>
      storeFilm(app, admin, requireFile(film), form),
    )
  } catch (error) {
    // The same form, sent twice at once: the other one was first.
    const made = await madeOf(app, admin, form)
    if (made) return made
    throw error
  }
}

/** The video that was made of an upload already: the reply got lost, and the form came again. */
async function madeOf(app: App, admin: AdminUser, { upload }: Form): Promise<VideoRow | undefined> {
  const id = upload && (await subjectOfUpload(app, admin.id, upload))
  return id ? findVideoById(app.db, id) : undefined
}
