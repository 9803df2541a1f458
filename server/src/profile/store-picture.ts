// Profile pictures are decoded and made anew, so that nothing of the original file survives: no place, no serial
// number, no hidden payload (security.md U-08 to U-11).
import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import sharp from 'sharp'
import { PICTURE_SIDE } from '@baobab/contract/limits.ts'
import type { App } from '../app.ts'
import { fail } from '../platform/errors.ts'
import type { Upload } from '../platform/uploads.ts'

const MAX_PIXELS = 24_000_000
/** A picture that takes longer to read was made to. */
const MOST_SECONDS = 15

/** Whether the first bytes are those of a JPEG, a PNG or a WebP. */
export function isPicture(head: Buffer): boolean {
  const text = head.toString('latin1')
  return (
    text.startsWith('\u00ff\u00d8\u00ff') ||
    text.startsWith('\u0089PNG\r\n\u001a\n') ||
    (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP')
  )
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Stores a square WebP made from an uploaded picture and answers its key. Refuses what is no picture (422). */
export async function storePicture(app: App, upload: Upload): Promise<string> {
  if (!isPicture(await readHead(upload.path))) fail('not_a_picture')
  const made = await app.files.temporaryPath()
  try {
    await sharp(upload.path, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' })
      .rotate()
      .resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'cover' })
      .webp({ quality: 80 })
      .timeout({ seconds: MOST_SECONDS })
      .toFile(made)
      .catch(() => fail('not_a_picture'))
    const key = `pictures/${randomUUID()}.webp`
    await app.files.put(key, made)
    return key
  } finally {
    // Gone already where it went into the store.
    await rm(made, { force: true })
  }
}
