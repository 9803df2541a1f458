import { expect, test, vi } from 'vitest'
import { isServerReachable, recordReload } from './reload-for-new-version.ts'

const ask = () => isServerReachable('/assets/page-abc.js')

test.each([
  [200, true],
  [404, true],
  [302, false],
  [502, false],
  [503, false],
])('whether a server that replies %i can send the new version: %s', async (status, isReachable) => {
  vi.stubGlobal('fetch', async () => new Response(null, { status }))
  expect(await ask()).toBe(isReachable)
})

test('a network that fails or stays silent for some seconds reaches no server', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  expect(await ask()).toBe(false)
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    signal?.throwIfAborted()
    return new Response()
  })
  expect(await ask()).toBe(false)
  expect(timeout).toHaveBeenCalledWith(5_000)
  timeout.mockRestore()
})

test('a page is reloaded at most once in some minutes, each page separately', () => {
  const [minute, page] = [60_000, 'https://own.example/student/videos']
  expect(recordReload(page, 10 * minute)).toBe(true)
  expect(recordReload(page, 14 * minute)).toBe(false)
  expect(recordReload(page, 15 * minute)).toBe(true)
  expect(recordReload(`${page}?video=1`, 15 * minute)).toBe(true)
  // The phone's clock was set back.
  expect(recordReload(`${page}?video=1`, 4 * minute)).toBe(true)
})

test('a page is not reloaded if that cannot be recorded', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(recordReload('https://own.example/', 0)).toBe(false)
  vi.unstubAllGlobals()
})
