import { describe, expect, it, vi } from 'vitest'
import { cacheStorage, serviceWorkers } from './offline.ts'
import { findStored, inlineRead, listKeys, openChannel, wrapStorage } from './storage.ts'

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

describe('storage that cannot store', () => {
  it.each([
    ['is null, as in web views', () => null],
    ['throws when it is read, as with blocked cookies', refuse],
    [
      'is full',
      () => ({ length: 0, key: () => null, getItem: () => null, removeItem: () => undefined, setItem: refuse }),
    ],
  ])('keeps values in memory if it %s, and says that nothing was stored', (_title, open) => {
    const storage = wrapStorage(open)
    expect(storage.setItem('authToken', 't')).toBe(false)
    expect([storage.getItem('authToken'), listKeys(storage)]).toEqual(['t', ['authToken']])
    storage.removeItem('authToken')
    expect([storage.getItem('authToken'), listKeys(storage)]).toEqual([null, []])
  })

  it('if it fails later, keeps what it had, reads the newer value, and forgets both together', () => {
    let isFull = false
    const storage = wrapStorage(() => (isFull ? { ...bind(localStorage), setItem: refuse } : localStorage))
    expect(storage.setItem('quality', 'saver')).toBe(true)
    isFull = true
    expect(storage.setItem('quality', 'sharp')).toBe(false)
    expect([storage.getItem('quality'), localStorage.getItem('quality')]).toEqual(['sharp', 'saver'])
    isFull = false
    expect(storage.setItem('quality', 'sound')).toBe(true)
    expect(storage.getItem('quality')).toBe('sound')
    storage.removeItem('quality')
    expect([storage.getItem('quality'), localStorage.length]).toEqual([null, 0])
  })
})

it('memory hides nothing that another tab writes or removes after a write failed, and lasts while reading is refused', () => {
  let isFull = false
  let isRefused = false
  const storage = wrapStorage(() =>
    isRefused ? refuse() : { ...bind(localStorage), ...(isFull && { setItem: refuse }) },
  )
  for (const later of ['saver', null]) {
    storage.setItem('quality', 'sound')
    isFull = true
    storage.setItem('quality', 'sharp')
    isRefused = true
    expect(storage.getItem('quality')).toBe('sharp')
    isRefused = false
    // As another tab does.
    if (later === null) localStorage.removeItem('quality')
    else localStorage.setItem('quality', later)
    expect([storage.getItem('quality'), storage.length]).toEqual([later, later === null ? 0 : 1])
    // What was superseded does not come back.
    localStorage.setItem('quality', 'sound')
    expect(storage.getItem('quality')).toBe('sound')
    isFull = false
  }
})

const bind = (storage: Storage) => ({
  length: storage.length,
  key: (at: number) => storage.key(at),
  getItem: (key: string) => storage.getItem(key),
  removeItem: (key: string) => storage.removeItem(key),
  setItem: (key: string, value: string) => storage.setItem(key, value),
})

it('finding out what can be stored leaves nothing behind', () => {
  expect([findStored(), localStorage.length, sessionStorage.length]).toEqual(['all', 0, 0])
  vi.stubGlobal('localStorage', null)
  expect(findStored()).toBe('tab')
  vi.stubGlobal('sessionStorage', null)
  expect(findStored()).toBe('nothing')
})

it('inline scripts read the tab’s login first, and survive missing or refused storage', () => {
  // oxlint-disable-next-line no-implied-eval -- as the inline scripts of the build do
  const read = new Function(`return (${inlineRead})('username')`) as () => string | null
  expect(read()).toBeNull()
  localStorage.setItem('username', 'bola')
  expect(read()).toBe('bola')
  sessionStorage.setItem('username', 'amina')
  expect(read()).toBe('amina')
  // The tab of somebody who logged out does not become that of the student who is remembered.
  sessionStorage.setItem('username', '')
  expect(read()).toBe('')
  vi.stubGlobal('sessionStorage', null)
  expect(read()).toBe('bola')
})

it('caches, service workers and channels that are missing or refused are undefined', () => {
  for (const value of [undefined, null]) {
    vi.stubGlobal('caches', value)
    vi.stubGlobal('navigator', { serviceWorker: value })
    vi.stubGlobal('BroadcastChannel', value)
    expect([cacheStorage(), serviceWorkers(), openChannel('x')]).toEqual([undefined, undefined, undefined])
  }
  vi.stubGlobal('navigator', Object.defineProperty({}, 'serviceWorker', { get: refuse }))
  vi.stubGlobal('BroadcastChannel', refuse)
  expect([serviceWorkers(), openChannel('x')]).toEqual([undefined, undefined])
})
