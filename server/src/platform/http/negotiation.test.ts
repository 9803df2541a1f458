import { describe, expect, it } from 'vitest'
import { chooseEncoding, matchesEtag } from './negotiation.ts'

describe('chooseEncoding', () => {
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
    ['br;q=0.5, gzip;q=1.0', 'br'],
    ['br; q=0.0 , gzip;q=0.1', 'gzip'],
    ['brotli', 'identity'],
    ['x-br, brotli, gzipped', 'identity'],
    ['*', 'identity'],
  ])('for %j returns %s', (accepted, encoding) => {
    expect(chooseEncoding(accepted)).toBe(encoding)
  })
})

describe('matchesEtag', () => {
  it.each([
    ['W/"a"', true],
    ['"a"', true],
    ['"b", W/"a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    ['', false],
    [undefined, false],
  ])('%j matches: %s', (ifNoneMatch, expected) => {
    expect(matchesEtag(ifNoneMatch, 'W/"a"')).toBe(expected)
  })
})
