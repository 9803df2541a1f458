import { createDecipheriv, hkdfSync } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { decrypt, encrypt, UndecryptableError } from './encryption.ts'

const key = Buffer.alloc(32, 7)
const NAME = 'videos/a.mp4'
const PIECE = 65_536
const HEADER = 40
const STORED_PIECE = PIECE + 16

/** Yields a file in chunks of the given size. */
function* chunksOf(bytes: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
/** A pattern in which no two pieces are the same. */
const bytesOf = (size: number) => Buffer.alloc(size, Buffer.from('Watch. Answer. Rise. '))
const seal = (bytes: Buffer, name = NAME) =>
  buffer(Readable.from(encrypt(key, name)(Readable.from(chunksOf(bytes, 10_007)))))
const open = (bytes: Buffer, { by = key, name = NAME, size = 9_973 } = {}) =>
  buffer(Readable.from(decrypt(by, name)(Readable.from(chunksOf(bytes, size)))))

it.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE])('returns %d bytes unchanged', async (size) => {
  const bytes = bytesOf(size)
  const stored = await seal(bytes)
  expect(stored.length).toBe(HEADER + size + 16 * Math.max(1, Math.ceil(size / PIECE)))
  for (const chunk of [1_000, STORED_PIECE, 1_000_000])
    expect((await open(stored, { size: chunk })).equals(bytes)).toBe(true)
})

it('has the layout described in the decision, so that other programs can read it', async () => {
  const bytes = bytesOf(PIECE + 5)
  const stored = await seal(bytes)
  expect(stored.toString('latin1', 0, 8)).toBe('BAOBABE1')
  const fileKey = Buffer.from(hkdfSync('sha256', key, stored.subarray(8, 40), `baobab backup ${NAME}`, 32))
  const read = (from: number, to: number, nonce: string) => {
    const cipher = createDecipheriv('aes-256-gcm', fileKey, Buffer.from(nonce, 'hex'))
    cipher.setAuthTag(stored.subarray(to, to + 16))
    return Buffer.concat([cipher.update(stored.subarray(from, to)), cipher.final()])
  }
  const second = HEADER + STORED_PIECE
  expect(
    Buffer.concat([read(HEADER, HEADER + PIECE, '00'.repeat(12)), read(second, second + 5, `${'00'.repeat(10)}0101`)]),
  ).toEqual(bytes)
})

it('never gives two files the same bytes', async () => {
  expect((await seal(bytesOf(10))).equals(await seal(bytesOf(10)))).toBe(false)
})

it('refuses anything changed, cut off, reordered, renamed or encrypted with another key', async () => {
  const stored = await seal(bytesOf(2 * PIECE + 5))
  const piece = (index: number) => stored.subarray(HEADER + index * STORED_PIECE, HEADER + (index + 1) * STORED_PIECE)
  const header = stored.subarray(0, HEADER)
  const flipped = Buffer.from(stored)
  flipped[HEADER + 3] = (flipped[HEADER + 3] ?? 0) ^ 1
  const wrong: Record<string, [Buffer, Parameters<typeof open>[1]?]> = {
    'a changed byte': [flipped],
    'the end is missing': [Buffer.concat([header, piece(0), piece(1)])],
    'the end is cut off': [stored.subarray(0, stored.length - 1)],
    'nothing but a header': [header],
    'half a header': [header.subarray(0, 20)],
    'an empty file': [Buffer.alloc(0)],
    'another order': [Buffer.concat([header, piece(1), piece(0), piece(2)])],
    'something behind it': [Buffer.concat([stored, Buffer.from('x')])],
    'another name': [stored, { name: 'videos/b.mp4' }],
    'another key': [stored, { by: Buffer.alloc(32, 8) }],
    'no encryption': [bytesOf(500)],
  }
  const opened = await Promise.all(
    Object.entries(wrong).map(async ([what, [bytes, changes]]) =>
      open(bytes, changes).then(
        () => `${what}: opened`,
        (error: unknown) => (error instanceof UndecryptableError ? undefined : `${what}: ${String(error)}`),
      ),
    ),
  )
  expect(opened.filter((outcome) => outcome !== undefined)).toEqual([])
})
