import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withResizedPicture } from './pictures.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pictures-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function resize(bytes: Buffer) {
  const path = join(folder, 'uploaded')
  writeFileSync(path, bytes)
  const files = { temporaryPath: async () => join(folder, 'made') }
  return withResizedPicture(files, { path, width: 8, height: 8 }, (made) => sharp(made).metadata())
}

const draw = (format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff') =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#8F2F17' } })
    .toFormat(format)
    .toBuffer()

// Quotes the spec: "'Upload New' profile picture (any image)"
it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a picture may be a %s, and is stored as a WebP',
  async (format) => {
    expect(await resize(await draw(format))).toMatchObject({ format: 'webp', width: 8 })
  },
)

it('an AVIF may name its brand second', async () => {
  const bytes = await draw('avif')
  bytes.write('mif1', 8)
  expect(await resize(bytes)).toMatchObject({ format: 'webp' })
})

it('a file that is none of these, is cut off, or cannot be decoded is refused', async () => {
  // iPhones make this format; the decoder does not support HEVC.
  const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1')
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  for (const bytes of [(await draw('avif')).subarray(0, 200), await draw('tiff'), heic, drawing])
    await expect(resize(bytes)).rejects.toMatchObject({ code: 'not_a_picture' })
})
