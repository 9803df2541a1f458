import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { renderBoard } from './rendered-board.ts'

const entries = Array.from({ length: 1_000 }, (_, n) => ({
  _id: `id-${n}`,
  username: `u${n}`,
  score: 20_000 - 10 * n,
  rank: n + 1,
}))

describe('renderBoard', () => {
  it('renders the same content in each encoding, and fewer bytes if compressed', async () => {
    const { bytes } = await renderBoard(entries)
    expect(JSON.parse(bytes.identity.toString())).toEqual(entries)
    expect(brotliDecompressSync(bytes.br)).toEqual(bytes.identity)
    expect(gunzipSync(bytes.gzip)).toEqual(bytes.identity)
    expect(bytes.br.length).toBeLessThan(bytes.identity.length / 3)
  })

  it('assigns equal tags to equal content and different tags to different content', async () => {
    const { etag } = await renderBoard(entries)
    expect((await renderBoard(structuredClone(entries))).etag).toBe(etag)
    expect((await renderBoard(entries.toReversed())).etag).not.toBe(etag)
    expect((await renderBoard([])).etag).not.toBe(etag)
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
  })

  it('sets the cut to the last score once the board is full', async () => {
    expect((await renderBoard(entries)).cut).toBe(10_010)
    expect((await renderBoard(entries.slice(1))).cut).toBe(0)
  })
})
