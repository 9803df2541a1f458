import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { isWebVtt } from './web-vtt.ts'
import { changeFile } from './replace-poster-or-captions.ts'
import { findVideoById } from '../queries.ts'

/** Takes captions in the place of those before; without a file it takes those away. */
export async function setCaptions(
  app: App,
  admin: AdminUser,
  { id, upload }: { id: string; upload: UploadedFile | undefined },
): Promise<AdminVideo> {
  if (!(await findVideoById(app.db, id))) fail('video_not_found')
  if (upload && !isWebVtt(await readFile(upload.path))) fail('not_captions')
  const file = upload ? { key: `captions/${randomUUID()}.vtt`, path: upload.path } : null
  return changeFile(app, admin, { id, what: 'captions', action: 'video.captions_changed', file })
}
