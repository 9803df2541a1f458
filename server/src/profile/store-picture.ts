import { randomUUID } from 'node:crypto'
import { PICTURE_SIDE } from '@baobab/contract/profile/text.ts'
import type { App } from '../platform/app.ts'
import { withResizedPicture } from '../platform/media/pictures.ts'
import type { UploadedFile } from '../platform/http/multipart.ts'

/**
 * Stores an uploaded picture as a square WebP without metadata. Throws 422 for a file that is not a picture.
 * @returns its key in the file store
 */
export async function storePicture(app: App, { path }: UploadedFile): Promise<string> {
  return withResizedPicture(app.files, { path, width: PICTURE_SIDE, height: PICTURE_SIDE }, async (made) => {
    const key = `pictures/${randomUUID()}.webp`
    await app.files.put(key, made)
    return key
  })
}
