// Re-encodes uploaded pictures to remove everything else in the original file: GPS position, camera serial number, hidden payloads.
import { open, rm } from 'node:fs/promises'
import type { PictureKind } from '@baobab/contract/kernel/files.ts'
import { fail } from '../http/errors.ts'
import type { FileStore } from '../files/file-store.ts'
import { loadSharp } from './load-sharp.ts'

const MAX_PIXELS = 24_000_000
/** A picture that takes longer to decode is treated as an attack. */
const TIMEOUT_SECONDS = 15

const HEAD_BYTES = 64

/** How each kind of picture begins. An AVIF lists its brands after its type, and another one may come first. */
const beginnings: Record<PictureKind, RegExp> = {
  jpeg: /^\u00ff\u00d8\u00ff/,
  png: /^\u0089PNG\r\n.\n/s,
  webp: /^RIFF.{4}WEBP/s,
  gif: /^GIF8[79]a/,
  avif: /^.{4}ftyp(.{4})*?avi[fs]/s,
}

/** Whether the first bytes of a file are those of a picture that can be uploaded. */
function isPicture(head: Buffer): boolean {
  const text = head.toString('latin1')
  return Object.values(beginnings).some((beginning) => beginning.test(text))
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

type PictureOptions = {
  path: string
  width: number
  height: number
  mayUpscale?: boolean
  /** Pictures that are not wider than tall are not cropped, and their longer side is at most this long. */
  portraitSide?: number
}

/** Writes a WebP, cropped around the centre. Without `mayUpscale` a small picture is only cropped to the aspect ratio. */
async function resize(
  { path, width, height, mayUpscale = true, portraitSide }: PictureOptions,
  output: string,
): Promise<void> {
  const sharp = await loadSharp()
  const picture = sharp(path, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' })
  const { autoOrient: size } = await picture.metadata()
  const scale = mayUpscale ? 1 : Math.min(1, size.width / width, size.height / height)
  const isWhole = portraitSide !== undefined && size.width <= size.height
  await picture
    .rotate()
    .resize(
      isWhole
        ? { width: portraitSide, height: portraitSide, fit: 'inside', withoutEnlargement: true }
        : {
            width: Math.max(1, Math.round(width * scale)),
            height: Math.max(1, Math.round(height * scale)),
            fit: 'cover',
          },
    )
    .webp({ quality: 80 })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toFile(output)
}

/**
 * Resizes a picture into a temporary WebP file, passes its path to `work`, and deletes the file unless `work` put it into the
 * store. Refuses a file that is not a picture (422).
 * @param options.mayUpscale whether a smaller picture may be enlarged; default true
 */
export async function withResizedPicture<T>(
  files: Pick<FileStore, 'temporaryPath'>,
  options: PictureOptions,
  work: (path: string) => Promise<T>,
): Promise<T> {
  if (!isPicture(await readHead(options.path))) fail('not_a_picture')
  const output = await files.temporaryPath()
  try {
    await resize(options, output).catch(() => fail('not_a_picture'))
    return await work(output)
  } finally {
    await rm(output, { force: true })
  }
}
