import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AdminVideo } from '@baobab/contract/videos.ts'
import type { App } from '../app.ts'
import type { AdminPerson } from '../platform/auth.ts'
import { fail } from '../platform/errors.ts'
import type { Upload } from '../platform/uploads.ts'
import { areCaptions } from './captions.ts'
import { changeFile } from './change-file.ts'
import { videoById } from './queries.ts'

/** Takes captions in the place of those before; without a file it takes those away. */
export async function setCaptions(
  app: App,
  admin: AdminPerson,
  { id, upload }: { id: string; upload: Upload | undefined },
): Promise<AdminVideo> {
  if (!(await videoById(app.db, id))) fail('video_not_found')
  if (upload && !areCaptions(await readFile(upload.path))) fail('not_captions')
  const file = upload ? { key: `captions/${randomUUID()}.vtt`, path: upload.path } : null
  return changeFile(app, admin, { id, what: 'captions', action: 'video.captions_changed', file })
}
