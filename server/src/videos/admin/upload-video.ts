import type { ParsedOf } from '@baobab/contract/endpoint.ts'
import type { uploadVideo as endpoint } from '@baobab/contract/videos-admin.ts'
import { videosText } from '@baobab/contract/videos-text.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { inspectUpload } from '../inspection/inspect-upload.ts'
import { canProcess } from '../processing/find-ffmpeg.ts'
import { enqueueProcessing } from '../processing/process-video-queue.ts'
import { findVideoById } from '../queries.ts'
import { withArrivedFile, type ArrivedFile } from '../resumable-upload/claim-upload.ts'
import { findUpload } from '../resumable-upload/upload-store.ts'
import { initialState } from '../rules.ts'
import { withFileTransaction } from '../stored-files.ts'
import type { VideoRow } from '../tables.ts'
import { addVideo } from './add-video.ts'
import { refuseTakenTitle, requireUnusedTitle } from './titles.ts'

type Form = ParsedOf<typeof endpoint>['body']

/** Refuses a form without a file or with an empty one. */
export function requireVideoFile<File extends UploadedFile>(file: File | undefined): File {
  if (!file) failField('video', videosText.videoFileMissing)
  if (file.bytes === 0) failField('video', videosText.videoFileEmpty)
  return file
}

/** Inspects an uploaded file and stores it with its row. The video is listed immediately. */
async function storeVideo(app: App, admin: AdminUser, file: ArrivedFile, form: Form): Promise<VideoRow> {
  const { title, description = '', access = 'free', transcript = '', values, seriesId } = form
  const facts = (await inspectUpload(app, file.path)) ?? fail('not_playable')
  const processing = initialState({ isPlayable: facts.plays, canProcess: await canProcess(app) })
  return refuseTakenTitle(() =>
    withFileTransaction(app, async (tx, put) => {
      const details = { title, description, access, transcript, values, seriesId }
      const newVideo = { ...details, facts, processing }
      const video = await addVideo(app, { tx, put, path: file.path }, newVideo)
      await file.claim(tx, video.id)
      await enqueueProcessing(app, tx, video)
      await writeAuditLine(app, tx, { adminId: admin.id, action: 'video.uploaded', subject: video.id })
      return video
    }),
  )
}

/**
 * Returns the video that was already made from a resumable upload, because the form is sent again after a lost reply.
 */
async function findUploadedVideo(app: App, admin: AdminUser, uploadId: string | undefined) {
  const upload = uploadId === undefined ? undefined : await findUpload(app.db, admin.id, uploadId)
  return upload?.videoId ? findVideoById(app.db, upload.videoId) : undefined
}

/** Adds a video from a file in the form or from a resumable upload. Repeating the latter returns the same video. */
export async function uploadVideo(
  app: App,
  admin: AdminUser,
  { form, upload: file }: { form: Form; upload: UploadedFile | undefined },
): Promise<VideoRow> {
  const { upload: uploadId, title } = form
  if (uploadId === undefined) requireVideoFile(file)
  const uploaded = await findUploadedVideo(app, admin, uploadId)
  if (uploaded) return uploaded
  try {
    await requireUnusedTitle(app.db, title)
    return await withArrivedFile(app, admin, { file, uploadId }, (arrived) =>
      storeVideo(app, admin, requireVideoFile(arrived), form),
    )
  } catch (error) {
    // If the same form was sent twice simultaneously, the other request has stored the video already.
    const stored = await findUploadedVideo(app, admin, uploadId)
    if (stored) return stored
    throw error
  }
}
