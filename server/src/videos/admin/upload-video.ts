import { and, eq, isNull, or } from 'drizzle-orm'
import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import type { uploadVideo as endpoint } from '@baobab/contract/videos/admin.ts'
import { explainUnsupportedKind } from '@baobab/contract/videos/rules.ts'
import { videosAdminText, videosFileProblems, videosText } from '@baobab/contract/videos/text.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { requireFile, type UploadedFile } from '../../platform/http/multipart.ts'
import { inspectUpload, type UploadFacts } from '../inspection/inspect-upload.ts'
import { readUnsupportedKind } from '../inspection/unsupported-kind.ts'
import { canProcess, getFfmpeg } from '../processing/find-ffmpeg.ts'
import { probeVideo } from '../processing/probe-video.ts'
import { FfmpegError } from '../processing/run-ffmpeg.ts'
import { enqueueProcessing } from '../processing/process-video-queue.ts'
import { findVideoById } from '../queries.ts'
import { withArrivedFile, type ArrivedFile } from '../resumable-upload/claim-upload.ts'
import { findUpload } from '../resumable-upload/find-upload.ts'
import { initialState } from '../rules.ts'
import { withFileTransaction } from '../stored-files.ts'
import { videos, type VideoRow } from '../tables.ts'
import { addVideo } from './add-video.ts'
import { requirePublication } from './set-visibility.ts'
import { refuseTakenTitle, requireUnusedTitle } from './titles.ts'

type Form = ParsedOf<typeof endpoint>['body']

/** Refuses a form without a file or with an empty one. */
export function requireVideoFile<File extends UploadedFile>(file: File | undefined): File {
  return requireFile(file, 'video', videosText.videoFileMissing)
}

/** Whether a video has colours that ffmpeg cannot convert. A file that ffmpeg cannot read fails later, in its job. */
async function hasForeignColours(app: App, path: string, { container }: UploadFacts): Promise<boolean> {
  const programs = await getFfmpeg(app)
  if (!programs) return false
  try {
    return (await probeVideo(programs, { path, container })).isDolbyVisionOnly
  } catch (error) {
    if (error instanceof FfmpegError) return false
    throw error
  }
}

/** Inspects a video. Refuses a file that is not playable and cannot be made so; for known kinds it says what to do. */
export async function inspectVideo(app: App, path: string): Promise<UploadFacts> {
  const facts = await inspectUpload(app, path)
  if (!facts) {
    const kind = await readUnsupportedKind(path)
    return fail('not_playable', kind ? { message: explainUnsupportedKind(kind) } : {})
  }
  if (!facts.plays && (await hasForeignColours(app, path, facts)))
    fail('not_playable', { message: videosFileProblems.dolbyVisionOnly })
  return facts
}

/** Refuses a file that another video already has, even if that was rewritten when it was stored. */
async function refuseSameFile(app: App, { uploadSha256 }: UploadFacts): Promise<void> {
  const isSame = or(eq(videos.uploadSha256, uploadSha256), eq(videos.sha256, uploadSha256))
  const [owner] = await app.db
    .select({ title: videos.title })
    .from(videos)
    .where(and(isSame, isNull(videos.deletedAt)))
    .limit(1)
  if (owner) fail('same_file', { message: videosAdminText.sameFileAs(owner.title) })
}

/** The values of a new video, before an admin has chosen any. */
const published = { isDraft: false, publishAt: null }

/** Inspects an uploaded file and stores it with its row. The video is listed immediately, unless the form says otherwise. */
async function storeVideo(app: App, admin: AdminUser, file: ArrivedFile, form: Form): Promise<VideoRow> {
  const { title, description = '', access = 'free', transcript = '', values, speech, seriesId } = form
  const publication = requirePublication(app, form, published)
  const facts = await inspectVideo(app, file.path)
  if (form.sameFile === 'ask') await refuseSameFile(app, facts)
  const processing = initialState({ isPlayable: facts.plays, canProcess: await canProcess(app) })
  return refuseTakenTitle(() =>
    withFileTransaction(app, async (tx, put) => {
      const details = { title, description, access, transcript, values, speech, seriesId, ...publication }
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
 * Returns the video that was already made from a resumable upload, if any. If a reply is lost, the form is sent again.
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
