import { randomUUID } from 'node:crypto'
import { PICTURE_SIDE } from '@baobab/contract/limits.ts'
import type { App } from '../app.ts'
import { withPicture } from '../platform/pictures.ts'
import type { Upload } from '../platform/uploads.ts'

/** Stores a square WebP made from an uploaded picture and answers its key. Refuses what is no picture (422). */
export async function storePicture(app: App, { path }: Upload): Promise<string> {
  return withPicture(app.files, { path, width: PICTURE_SIDE, height: PICTURE_SIDE }, async (made) => {
    const key = `pictures/${randomUUID()}.webp`
    await app.files.put(key, made)
    return key
  })
}
