import { expect, it } from 'vitest'
import { chooseEncoding } from './public-pages.ts'

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0.5, gzip;q=1.0', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0 , gzip;q=0.1', 'gzip'],
  ['brotli', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('a browser that accepts %j is sent %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})
