import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { findVideoById } from '../queries.ts'
import type { VideoRow } from '../tables.ts'
import { replacePosterOrCaptions } from './replace-poster-or-captions.ts'
import { isWebVtt } from './web-vtt.ts'

/** Replaces the captions of a video, or removes them if there is no file. */
export async function setCaptions(
  app: App,
  admin: AdminUser,
  { id, upload }: { id: string; upload: UploadedFile | undefined },
): Promise<VideoRow> {
  if (!(await findVideoById(app.db, id))) fail('video_not_found')
  if (upload && !isWebVtt(await readFile(upload.path))) fail('not_captions')
  const key = `captions/${randomUUID()}.vtt`
  const files = upload ? { key, paths: new Map([[key, upload.path]]) } : null
  return replacePosterOrCaptions(app, admin, { id, column: 'captions', action: 'video.captions_changed', files })
}
