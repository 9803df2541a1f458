import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encodingFor, makeBoard, matches } from './board.ts'

const places = Array.from({ length: 1_000 }, (_, n) => ({
  _id: `id-${n}`,
  username: `u${n}`,
  score: 20_000 - 10 * n,
  rank: n + 1,
}))

describe('a board', () => {
  it('is the same content in each encoding, and smaller', async () => {
    const { bytes } = await makeBoard(places)
    expect(JSON.parse(bytes.identity.toString())).toEqual(places)
    expect(brotliDecompressSync(bytes.br)).toEqual(bytes.identity)
    expect(gunzipSync(bytes.gzip)).toEqual(bytes.identity)
    expect(bytes.br.length).toBeLessThan(bytes.identity.length / 3)
  })

  it('has one tag for one content, and another for any other', async () => {
    const { etag } = await makeBoard(places)
    expect((await makeBoard(structuredClone(places))).etag).toBe(etag)
    expect((await makeBoard(places.toReversed())).etag).not.toBe(etag)
    expect((await makeBoard([])).etag).not.toBe(etag)
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
  })

  it('is cut at its last score once it is full', async () => {
    expect((await makeBoard(places)).cut).toBe(10_010)
    expect((await makeBoard(places.slice(1))).cut).toBe(0)
  })
})

describe('the encoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.5, BR;Q=0.1', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br ; q=0.000 , gzip;q=1', 'gzip'],
    ['br;q=0.001', 'br'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['x-br, brotli, gzipped', 'identity'],
    ['*', 'identity'],
  ])('for %j is %s', (accepted, encoding) => {
    expect(encodingFor(accepted)).toBe(encoding)
  })
})

describe('If-None-Match', () => {
  it.each([
    ['W/"a"', true],
    ['"a"', true],
    ['"b", W/"a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    ['', false],
    [undefined, false],
  ])('%j matches: %s', (asked, expected) => {
    expect(matches(asked, 'W/"a"')).toBe(expected)
  })
})
