import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { videosText } from '@baobab/contract/videos-text.ts'
import { profileText } from '@baobab/contract/profile-text.ts'
import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { withResizedPicture } from '../../platform/media/pictures.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { changeFile } from './replace-poster-or-captions.ts'
import { extractFrame } from '../processing/poster.ts'
import { getFfmpeg } from '../processing/find-ffmpeg.ts'
import { findVideoById, type VideoRow } from '../queries.ts'

/** The shape of a card, and the width of the largest one. */
const SHAPE = { width: 1_280, height: 720, mayUpscale: false } as const

type Choice = { id: string; atSeconds: number | undefined; upload: UploadedFile | undefined }

/** A frame of the film as a temporary picture. */
async function frameOf(app: App, video: VideoRow, atSeconds: number): Promise<string> {
  if (!(await getFfmpeg(app))) failField('atSeconds', videosText.ffmpegMissing)
  if (video.file === null || atSeconds > (video.durationSeconds ?? 0)) failField('atSeconds', videosText.noSuchMoment)
  return extractFrame(app, video, atSeconds)
}

/** Takes a picture, or a frame of the film, as the poster; either is made anew in the shape of a card. */
export async function setPoster(app: App, admin: AdminUser, { id, atSeconds, upload }: Choice): Promise<AdminVideo> {
  const video = (await findVideoById(app.db, id)) ?? fail('video_not_found')
  const store = (path: string) =>
    withResizedPicture(app.files, { ...SHAPE, path }, (made) => {
      const file = { key: `posters/${randomUUID()}.webp`, path: made }
      return changeFile(app, admin, { id, what: 'poster', action: 'video.poster_changed', file })
    })
  if (upload) return store(upload.path)
  if (atSeconds === undefined) failField('poster', profileText.pictureMissing)
  const frame = await frameOf(app, video, atSeconds)
  try {
    return await store(frame)
  } finally {
    await rm(frame, { force: true })
  }
}
