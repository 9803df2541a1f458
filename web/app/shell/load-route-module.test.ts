import { expect, test } from 'vitest'
import { ChunkLoadError, loadRouteModule, toChunkLoadError } from './load-route-module.ts'

test('a page script is loaded once and cached', async () => {
  const cache: Record<string, unknown> = {}
  const route = { id: 'a', module: 'data:text/javascript,export const page = 1' }
  const first = await loadRouteModule(route, cache)
  expect(first).toMatchObject({ page: 1 })
  expect(await loadRouteModule({ ...route, module: 'data:text/javascript,export const page = 2' }, cache)).toBe(first)
})

test('a page script that cannot be loaded throws an error with its type and address, and nothing is cached', async () => {
  const cache: Record<string, unknown> = {}
  const module = new URL('./no-such-chunk.js', import.meta.url).href
  const loading = loadRouteModule({ id: 'a', module }, cache)
  await expect(loading).rejects.toBeInstanceOf(ChunkLoadError)
  await expect(loading).rejects.toThrow(`Loading chunk failed (missing: ${module})`)
  expect(cache).toEqual({})
})

test.each([
  ['Failed to fetch dynamically imported module: https://own.invalid/a.js', 'https://own.invalid/a.js'],
  ['error loading dynamically imported module: https://own.invalid/a.js', 'https://own.invalid/a.js'],
  ['Importing a module script failed.', ''],
])('a browser’s message about a script that could not be loaded is recognised: %s', (message, url) => {
  expect(toChunkLoadError(new TypeError(message))).toMatchObject({ type: 'missing', url })
})

test('our own errors are not mistaken for a script that could not be loaded', () => {
  expect(toChunkLoadError(new TypeError('x is not a function'))).toBeUndefined()
  expect(toChunkLoadError(undefined)).toBeUndefined()
})
