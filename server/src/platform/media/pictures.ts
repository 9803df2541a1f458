// Pictures from outside are decoded and made anew, so that nothing of the original file survives: no place, no serial
// number, no hidden payload (security.md U-08 to U-11).
import { open, rm } from 'node:fs/promises'
import sharp from 'sharp'
import { fail } from '../http/errors.ts'
import type { FileStore } from '../files/file-store.ts'

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

type PictureOptions = { path: string; width: number; height: number; mayUpscale?: boolean }

/** Writes a WebP of the asked shape, cut from the middle; a picture that may not grow keeps the shape alone. */
async function remake({ path, width, height, mayUpscale = true }: PictureOptions, made: string): Promise<void> {
  const picture = sharp(path, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' })
  const { autoOrient: size } = await picture.metadata()
  const scale = mayUpscale ? 1 : Math.min(1, size.width / width, size.height / height)
  await picture
    .rotate()
    .resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), { fit: 'cover' })
    .webp({ quality: 80 })
    .timeout({ seconds: MOST_SECONDS })
    .toFile(made)
}

/**
 * Runs `work` with a WebP of this shape made from a picture; it is gone afterwards unless it was put into the store.
 * Refuses what is no picture (422).
 * @param making.mayUpscale whether a smaller picture is made as large as asked
 */
export async function withResizedPicture<T>(
  files: Pick<FileStore, 'temporaryPath'>,
  making: PictureOptions,
  work: (path: string) => Promise<T>,
): Promise<T> {
  if (!isPicture(await readHead(making.path))) fail('not_a_picture')
  const made = await files.temporaryPath()
  try {
    await remake(making, made).catch(() => fail('not_a_picture'))
    return await work(made)
  } finally {
    await rm(made, { force: true })
  }
}
