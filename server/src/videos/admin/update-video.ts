import { eq } from 'drizzle-orm'
import type { ParsedOf } from '@baobab/contract/endpoint.ts'
import { videosText } from '@baobab/contract/videos-text.ts'
import type { AdminVideo, updateVideo as endpoint } from '@baobab/contract/videos-admin.ts'
import { titleKey } from '@baobab/contract/videos.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { inspectUpload, type UploadFacts } from '../inspection/inspect-upload.ts'
import { startProcessing } from '../processing/start-processing.ts'
import { adminVideo, lockVideo, findVideoById, type VideoRow } from '../queries.ts'
import { withFilm, type Arrived } from '../resumable-upload/claim-upload.ts'
import { removeFiles, withFileTransaction, type PutFile } from '../stored-files.ts'
import { streamFileKeys } from '../stream.ts'
import { formerTitles, videos } from '../tables.ts'
import { ofUpload, subjectOfUpload } from './upload-line.ts'
import { claimTitle, requireFreeTitle, takeOverTitle } from './titles.ts'
import { newFilmKey, requireFile } from './upload-video.ts'

type Form = ParsedOf<typeof endpoint>['body']
type Replacement = Arrived & { film: UploadFacts }

/** Judges a replacement: mp4 only, and one that plays, because it takes the place of a film that does. */
async function inspectReplacement(app: App, arrived: Arrived): Promise<Replacement> {
  const film = await inspectUpload(app, requireFile(arrived).path, { allowed: ['mp4'] })
  if (!film) fail('not_playable')
  if (film.state === 'failed') fail('not_playable', { message: videosText.notForBrowsers })
  return { ...arrived, film }
}

async function change(tx: Tx, old: VideoRow, form: Form): Promise<VideoRow> {
  const key = titleKey(form.title)
  const [row] = await tx
    .update(videos)
    .set({
      title: form.title,
      titleKey: key,
      description: form.description,
      access: form.access ?? old.access,
      transcript: form.transcript ?? old.transcript,
    })
    .where(eq(videos.id, old.id))
    .returning()
  if (key !== old.titleKey) {
    const former = { titleKey: old.titleKey, videoId: old.id }
    await tx.insert(formerTitles).values(former).onConflictDoUpdate({ target: formerTitles.titleKey, set: former })
    await takeOverTitle(tx, form.title)
  }
  return row ?? old
}

type Place = { tx: Tx; put: PutFile }

/** Puts another film in the place of a video's; its stream is made anew, and its poster and captions stay. */
async function replaceFilm(app: App, { tx, put }: Place, row: VideoRow, replacement: Replacement): Promise<VideoRow> {
  const { container: _container, ...measured } = replacement.film
  const file = newFilmKey(replacement.film)
  await put(file, replacement.path)
  const [replaced] = await tx
    .update(videos)
    .set({ ...measured, file, stream: null, progress: null })
    .where(eq(videos.id, row.id))
    .returning()
  await replacement.claim(tx)
  return startProcessing(app, tx, replaced ?? row)
}

type Change = { id: string; form: Form; replacement: Replacement | undefined }

async function storeChange(app: App, admin: AdminUser, { id, form, replacement }: Change): Promise<VideoRow> {
  const { old, video } = await claimTitle(() =>
    withFileTransaction(app, async (tx, put) => {
      const current = (await lockVideo(tx, id)) ?? fail('video_not_found')
      const named = await change(tx, current, form)
      const changed = replacement ? await replaceFilm(app, { tx, put }, named, replacement) : named
      const details = {
        renamed: changed.titleKey !== current.titleKey,
        replaced: replacement !== undefined,
        ...ofUpload(replacement ? form : {}),
      }
      await writeAuditLine(app, tx, { adminId: admin.id, action: 'video.updated', subject: current.id, details })
      return { old: current, video: changed }
    }),
  )
  if (old.file !== video.file) await removeFiles(app, [old.file, ...(old.stream ? streamFileKeys(old.stream) : [])])
  return video
}

/** Changes what a video is called, says and costs, and its film where one is sent; the old film goes afterwards. */
export async function updateVideo(
  app: App,
  admin: AdminUser,
  { id, form, upload: file }: { id: string; form: Form; upload: UploadedFile | undefined },
): Promise<AdminVideo> {
  const found = (await findVideoById(app.db, id)) ?? fail('video_not_found')
  await requireFreeTitle(app.db, form.title, found.id)
  // Sent again because its reply was lost: the film is in its place, and the texts are changed as ever.
  const isPlaced = form.upload !== undefined && (await subjectOfUpload(app, admin.id, form.upload)) === found.id
  const uploadId = isPlaced ? undefined : form.upload
  const video = await withFilm(app, admin, { file, uploadId }, async (arrived) => {
    const replacement = arrived && (await inspectReplacement(app, arrived))
    return storeChange(app, admin, { id, form, replacement })
  })
  return adminVideo(app, admin, video)
}
