import { toStoredKey } from '@baobab/contract/kernel/text.ts'
import { eq } from 'drizzle-orm'
import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import type { updateVideo as endpoint } from '@baobab/contract/videos/admin.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import type { UploadFacts } from '../inspection/inspect-upload.ts'
import { canProcess } from '../processing/find-ffmpeg.ts'
import { enqueueProcessing } from '../processing/process-video-queue.ts'
import { findVideoById, lockVideo } from '../queries.ts'
import { withArrivedFile, type ArrivedFile } from '../resumable-upload/claim-upload.ts'
import { findUpload } from '../resumable-upload/find-upload.ts'
import { initialState, type ProcessingState } from '../rules.ts'
import { removeFiles, withFileTransaction, type PutFile } from '../stored-files.ts'
import { streamFileKeys } from '../stream.ts'
import { formerTitles, videos, type VideoRow } from '../tables.ts'
import { createVideoFileKey } from './add-video.ts'
import { placeInSeries } from './series/place-in-series.ts'
import { deleteFormerTitle, refuseTakenTitle, requireUnusedTitle } from './titles.ts'
import { inspectVideo, requireVideoFile } from './upload-video.ts'

type Form = ParsedOf<typeof endpoint>['body']
type Replacement = { file: ArrivedFile; facts: UploadFacts; processing: ProcessingState }

/** Inspects a replacement file. Unlike a new file, it must be playable or convertible, because it replaces a playable video. */
async function inspectReplacement(app: App, arrived: ArrivedFile): Promise<Replacement> {
  const file = requireVideoFile(arrived)
  const facts = await inspectVideo(app, file.path)
  const processing = initialState({ isPlayable: facts.plays, canProcess: await canProcess(app) })
  if (processing.state === 'failed') fail('not_playable', { message: processing.failure })
  return { file, facts, processing }
}

async function updateDetails(tx: Tx, before: VideoRow, form: Form): Promise<VideoRow> {
  const key = toStoredKey(form.title)
  const [updated = before] = await tx
    .update(videos)
    .set({
      title: form.title,
      titleKey: key,
      description: form.description,
      access: form.access ?? before.access,
      transcript: form.transcript ?? before.transcript,
      values: form.values ?? before.values,
      speech: form.speech ?? before.speech,
      ...(await placeInSeries(tx, before, form.seriesId)),
    })
    .where(eq(videos.id, before.id))
    .returning()
  if (key !== before.titleKey) {
    const former = { titleKey: before.titleKey, videoId: before.id }
    await tx.insert(formerTitles).values(former).onConflictDoUpdate({ target: formerTitles.titleKey, set: former })
    await deleteFormerTitle(tx, form.title)
  }
  return updated
}

/** Replaces the file of a video and encodes a new stream. Keeps the poster and captions. */
async function replaceVideoFile(
  app: App,
  { tx, put }: { tx: Tx; put: PutFile },
  video: VideoRow,
  { file, facts, processing }: Replacement,
): Promise<VideoRow> {
  const { container, ...measurements } = facts
  const key = createVideoFileKey(container)
  await put(key, file.path)
  const [updated = video] = await tx
    .update(videos)
    .set({ ...measurements, ...processing, file: key, stream: null })
    .where(eq(videos.id, video.id))
    .returning()
  await file.claim(tx, video.id)
  await enqueueProcessing(app, tx, updated)
  return updated
}

type Update = { id: string; form: Form; replacement: Replacement | undefined }

async function storeUpdate(app: App, admin: AdminUser, { id, form, replacement }: Update): Promise<VideoRow> {
  const { before, after } = await refuseTakenTitle(() =>
    withFileTransaction(app, async (tx, put) => {
      const current = (await lockVideo(tx, id)) ?? fail('video_not_found')
      const described = await updateDetails(tx, current, form)
      const updated = replacement ? await replaceVideoFile(app, { tx, put }, described, replacement) : described
      const details = {
        renamed: updated.titleKey !== current.titleKey,
        replaced: replacement !== undefined,
        seriesChanged: updated.seriesId !== current.seriesId,
        valuesChanged: updated.values.toSorted().join() !== current.values.toSorted().join(),
      }
      await writeAuditLine(app, tx, { adminId: admin.id, action: 'video.updated', subject: current.id, details })
      return { before: current, after: updated }
    }),
  )
  if (before.file !== after.file)
    await removeFiles(app, [before.file, ...(before.stream ? streamFileKeys(before.stream) : [])])
  return after
}

/** Whether a resumable upload is already the file of this video. If a reply is lost, the form is sent again. */
async function isFileReplaced(app: App, admin: AdminUser, { id, uploadId }: { id: string; uploadId: string }) {
  return (await findUpload(app.db, admin.id, uploadId))?.videoId === id
}

/** Changes the details of a video, and its file if one is sent; the old file is removed afterwards. */
export async function updateVideo(
  app: App,
  admin: AdminUser,
  { id, form, upload: file }: { id: string; form: Form; upload: UploadedFile | undefined },
): Promise<VideoRow> {
  const video = (await findVideoById(app.db, id)) ?? fail('video_not_found')
  if (toStoredKey(form.title) !== video.titleKey) await requireUnusedTitle(app.db, form.title, video.id)
  const isRepeated =
    form.upload !== undefined && (await isFileReplaced(app, admin, { id: video.id, uploadId: form.upload }))
  const uploadId = isRepeated ? undefined : form.upload
  return withArrivedFile(app, admin, { file, uploadId }, async (arrived) => {
    const replacement = arrived && (await inspectReplacement(app, arrived))
    return storeUpdate(app, admin, { id, form, replacement })
  })
}
