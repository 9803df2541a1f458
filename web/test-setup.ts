// Files of a worker share the packages and the document, which cost more than most tests. Each file has modules of ours of its own, and no
// test finds what another one left.
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
