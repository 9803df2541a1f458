import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createPageCache, toRenderedPage } from './rendered-page.ts'

it('a page is compressed once for each encoding', async () => {
  const page = toRenderedPage('<p>Drum</p>')
  const [br, gzip] = [await page.read('br'), await page.read('gzip')]
  expect(brotliDecompressSync(br).toString()).toBe('<p>Drum</p>')
  expect(gunzipSync(gzip).toString()).toBe('<p>Drum</p>')
  expect((await page.read('identity')).toString()).toBe('<p>Drum</p>')
  expect(await page.read('br')).toBe(br)
  expect(await page.read('gzip')).toBe(gzip)
})

it('a full cache evicts the least recently used page', () => {
  const cache = createPageCache<string>(2)
  cache.set('a', 'A')
  cache.set('b', 'B')
  expect(cache.get('a')).toBe('A')
  cache.set('c', 'C')
  expect(['a', 'b', 'c'].map((name) => cache.get(name))).toEqual(['A', undefined, 'C'])
})
