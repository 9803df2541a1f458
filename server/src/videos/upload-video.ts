import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { text } from '@baobab/contract/text.ts'
import { titleKey, type AdminVideo } from '@baobab/contract/videos.ts'
import type { App } from '../app.ts'
import { writeLine } from '../audit/write-line.ts'
import type { AdminPerson } from '../platform/auth.ts'
import type { Tx } from '../platform/database.ts'
import { fail, failField } from '../platform/errors.ts'
import type { Upload } from '../platform/uploads.ts'
import { inspectUpload, type Inspected } from './inspect-upload.ts'
import type { VideoRow } from './queries.ts'
import { adminVideoOf } from './shapes.ts'
import { withFiles, type PutFile } from './stored-files.ts'
import type { Stream } from './stream.ts'
import { videos } from './tables.ts'
import { claimTitle, requireFreeTitle, takeOverTitle } from './title.ts'

export type NewVideo = {
  title: string
  description: string
  access: 'free' | 'premium'
  film: Inspected
  poster?: string
  captions?: string
  /** Of a film whose stream is there already. */
  stream?: Stream
}

/** Refuses a form without its file, or with an empty one. */
export function requireFile(upload: Upload | undefined): Upload {
  if (!upload || upload.bytes === 0) failField('video', text.videoFileMissing)
  return upload
}

/** A key for a new file of this kind. Nothing of it comes from what a person typed (security.md U-06). */
export function newFilmKey(film: Inspected): string {
  return `videos/${randomUUID()}.${film.container}`
}

type Place = { tx: Tx; put: PutFile; path: string }

/** Stores a film and its row, at the end of the operator's order. */
export async function addVideo(app: App, { tx, put, path }: Place, video: NewVideo): Promise<VideoRow> {
  const { film, title, ...described } = video
  const { container: _container, ...measured } = film
  const file = newFilmKey(film)
  await put(file, path)
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

type Form = { title: string; description?: string | undefined; access?: 'free' | 'premium' | undefined }

/** Takes an admin's video: judged by its content, stored under a name of our own, listed at once (decisions 3). */
export async function uploadVideo(
  app: App,
  admin: AdminPerson,
  { form, upload }: { form: Form; upload: Upload | undefined },
): Promise<AdminVideo> {
  const { title, description = '', access = 'free' } = form
  const { path } = requireFile(upload)
  await requireFreeTitle(app.db, title)
  const film = await inspectUpload(app, path)
  if (!film) fail('not_playable')
  const video = await claimTitle(() =>
    withFiles(app, async (tx, put) => {
      const row = await addVideo(app, { tx, put, path }, { title, description, access, film })
      await writeLine(app, tx, { adminId: admin.id, action: 'video.uploaded', subject: row.id })
      return row
    }),
  )
  return adminVideoOf(app, { video, counts: { '5-10': 0, '11-20': 0 }, caller: { person: admin, paid: false } })
}
