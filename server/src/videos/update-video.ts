import { eq } from 'drizzle-orm'
import { text } from '@baobab/contract/text.ts'
import { titleKey, type AdminVideo } from '@baobab/contract/videos.ts'
import type { App } from '../app.ts'
import { writeLine } from '../audit/write-line.ts'
import type { AdminPerson } from '../platform/auth.ts'
import type { Tx } from '../platform/database.ts'
import { fail } from '../platform/errors.ts'
import type { Upload } from '../platform/uploads.ts'
import { inspectUpload, type Inspected } from './inspect-upload.ts'
import { questionCounts, videoById, type VideoRow } from './queries.ts'
import { adminVideoOf } from './shapes.ts'
import { removeFiles, withFiles, type PutFile } from './stored-files.ts'
import { formerTitles, videos } from './tables.ts'
import { claimTitle, requireFreeTitle, takeOverTitle } from './title.ts'
import { newFilmKey, requireFile } from './upload-video.ts'

type Form = { title: string; description: string; access?: 'free' | 'premium' | undefined }
type Replacement = { path: string; film: Inspected }

/** Judges a replacement: mp4 only, and one that plays, because it takes the place of a film that does. */
async function inspectReplacement(app: App, upload: Upload): Promise<Replacement> {
  const { path } = requireFile(upload)
  const film = await inspectUpload(app, path, { allowed: ['mp4'] })
  if (!film) fail('not_playable')
  if (film.state === 'failed') fail('not_playable', { message: text.notForBrowsers })
  return { path, film }
}

async function change(tx: Tx, old: VideoRow, form: Form): Promise<VideoRow> {
  const key = titleKey(form.title)
  const [row] = await tx
    .update(videos)
    .set({ title: form.title, titleKey: key, description: form.description, access: form.access ?? old.access })
    .where(eq(videos.id, old.id))
    .returning()
  if (key !== old.titleKey) {
    const former = { titleKey: old.titleKey, videoId: old.id }
    await tx.insert(formerTitles).values(former).onConflictDoUpdate({ target: formerTitles.titleKey, set: former })
    await takeOverTitle(tx, form.title)
  }
  return row ?? old
}

async function replaceFilm(tx: Tx, put: PutFile, row: VideoRow, { path, film }: Replacement): Promise<VideoRow> {
  const { container: _container, ...measured } = film
  const file = newFilmKey(film)
  await put(file, path)
  const [replaced] = await tx
    .update(videos)
    .set({ ...measured, file })
    .where(eq(videos.id, row.id))
    .returning()
  return replaced ?? row
}

/** Changes what a video is called, says and costs, and its film where one is sent; the old film goes afterwards. */
export async function updateVideo(
  app: App,
  admin: AdminPerson,
  { id, form, upload }: { id: string; form: Form; upload: Upload | undefined },
): Promise<AdminVideo> {
  const found = (await videoById(app.db, id)) ?? fail('video_not_found')
  await requireFreeTitle(app.db, form.title, found.id)
  const replacement = upload && (await inspectReplacement(app, upload))
  const { old, video } = await claimTitle(() =>
    withFiles(app, async (tx, put) => {
      await tx.select({ id: videos.id }).from(videos).where(eq(videos.id, found.id)).for('update')
      const current = (await videoById(tx, id)) ?? fail('video_not_found')
      const named = await change(tx, current, form)
      const changed = replacement ? await replaceFilm(tx, put, named, replacement) : named
      const details = { renamed: changed.titleKey !== current.titleKey, replaced: replacement !== undefined }
      await writeLine(app, tx, { adminId: admin.id, action: 'video.updated', subject: found.id, details })
      return { old: current, video: changed }
    }),
  )
  if (old.file !== video.file) await removeFiles(app, [old.file])
  const counts = (await questionCounts(app.db, [video.id]))(video.id)
  return adminVideoOf(app, { video, counts, caller: { person: admin, paid: false } })
}
