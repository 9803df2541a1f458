import { rm } from 'node:fs/promises'
import { POSTER_SIDE } from '@baobab/contract/videos/rules.ts'
import { profileText } from '@baobab/contract/profile/text.ts'
import { videosReplyText } from '@baobab/contract/videos/text.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { requireFile, type UploadedFile } from '../../platform/http/multipart.ts'
import { withResizedPicture } from '../../platform/media/pictures.ts'
import { canProcess } from '../processing/find-ffmpeg.ts'
import { extractFrame } from '../processing/poster.ts'
import { findVideoById } from '../queries.ts'
import { withMadePoster } from '../store-poster.ts'
import type { VideoRow } from '../tables.ts'
import { replacePosterOrCaptions } from './replace-poster-or-captions.ts'

/**
 * The size of the largest video card in pixels. Smaller pictures keep their size and are only cropped, and those of
 * portrait videos are not cropped at all.
 */
const SHAPE = {
  width: POSTER_SIDE,
  height: (POSTER_SIDE * 9) / 16,
  mayUpscale: false,
  portraitSide: POSTER_SIDE,
} as const

/** Extracts a frame of the video into a temporary file, which the caller removes. */
async function extractPosterFrame(app: App, video: VideoRow, atSeconds: number): Promise<string> {
  if (!(await canProcess(app))) failField('atSeconds', videosReplyText.ffmpegMissing)
  if (video.file === null || atSeconds > (video.durationSeconds ?? 0))
    failField('atSeconds', videosReplyText.noSuchMoment)
  return extractFrame(app, video, atSeconds)
}

type PosterSource = { id: string; atSeconds: number | undefined; upload: UploadedFile | undefined }

/** Sets the poster of a video to an uploaded picture or to a frame of the video, resized for video cards. */
export async function setPoster(
  app: App,
  admin: AdminUser,
  { id, atSeconds, upload }: PosterSource,
): Promise<VideoRow> {
  const video = (await findVideoById(app.db, id)) ?? fail('video_not_found')
  const store = (picture: string) =>
    withResizedPicture(app.files, { ...SHAPE, path: picture }, (path) =>
      withMadePoster(app.files, { picture: path, type: '.webp' }, (files) =>
        replacePosterOrCaptions(app, admin, { id, use: 'poster', files }),
      ),
    )
  if (upload || atSeconds === undefined) return store(requireFile(upload, 'poster', profileText.pictureMissing).path)
  const frame = await extractPosterFrame(app, video, atSeconds)
  try {
    return await store(frame)
  } finally {
    await rm(frame, { force: true })
  }
}
