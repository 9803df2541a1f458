// A worker's files share packages and the document, which cost more than most tests. Each file gets fresh copies of our own modules, and no
// test sees what another one left.
import { afterAll, afterEach, vi } from 'vitest'
import { trackTimeouts } from './test-timeouts.ts'

vi.resetModules()

const timeouts = trackTimeouts()
const page = typeof document === 'undefined' ? undefined : (await import('./test-document.ts')).openDocument()

afterEach(() => {
  page?.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  page?.empty()
  timeouts.stop()
})

afterAll(() => {
  page?.end()
  timeouts.end()
})
