// The same tests for both stores: a folder and an object store.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { existsSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ConfigError } from '../config.ts'
import { FileStoreUnavailableError } from '../http/errors.ts'
import { openDiskFileStore } from './disk-file-store.ts'
import type { ByteRange, FileStore } from './file-store.ts'
import { makeStores, newKey, put, type TestStores } from '../../../test/object-store/make-stores.ts'
import { waitFor } from '../../../test/wait-for.ts'

let stores: TestStores
let openStore: TestStores['openStore']
beforeAll(async () => {
  stores = await makeStores()
  openStore = stores.openStore
})
afterAll(() => stores.close())

async function textOf(files: FileStore, key: string, range?: ByteRange): Promise<string | undefined> {
  const stream = await files.read(key, range)
  return stream && (await buffer(stream)).toString()
}

describe.each([
  ['a folder', () => openDiskFileStore(stores.folder, { isReadByGroup: false })],
  ['an object store', () => openStore()],
])('%s', (_name, openFiles) => {
  let files: FileStore
  beforeAll(async () => {
    files = await openFiles()
  })

  it('stores a file, reads it whole and by range, and removes the temporary file', async () => {
    const key = newKey()
    const path = await put(files, key, '0123456789')
    expect(existsSync(path)).toBe(false)
    expect(await files.size(key)).toBe(10)
    expect(await textOf(files, key)).toBe('0123456789')
    expect(await textOf(files, key, { start: 0, end: 1 })).toBe('01')
    expect(await textOf(files, key, { start: 9, end: 9 })).toBe('9')
    expect(await textOf(files, key, { start: 3, end: 5 })).toBe('345')
    expect(await textOf(files, key, { start: 8, end: 900 })).toBe('89')
  })

  it('stores an empty file', async () => {
    const key = newKey('captions')
    await put(files, key, '')
    expect(await files.size(key)).toBe(0)
    expect(await textOf(files, key)).toBe('')
  })

  it('finds no file that was never stored or was removed', async () => {
    const key = newKey()
    expect(await files.size(key)).toBeUndefined()
    expect(await files.read(key)).toBeUndefined()
    await files.remove(key)
    await put(files, key, 'x')
    await files.remove(key)
    expect(await files.size(key)).toBeUndefined()
    expect(await files.read(key, { start: 0, end: 0 })).toBeUndefined()
  })

  it('lists a folder and its subfolders, over several pages', async () => {
    expect(await files.list('posters')).toEqual([])
    const stream = `streams/${randomUUID()}`
    const keys = ['master.m3u8', '240p.m3u8', '240p.mp4', 'sound.m3u8', 'sound.mp4'].map((name) => `${stream}/${name}`)
    for (const key of keys) await put(files, key, key)
    expect((await files.list('streams')).toSorted()).toEqual(keys.toSorted())
    expect(await files.list('stream')).toEqual([])
  })

  it('replaces a file', async () => {
    const key = newKey()
    await put(files, key, 'the first')
    await put(files, key, 'another')
    expect(await textOf(files, key)).toBe('another')
    expect(await files.size(key)).toBe(7)
  })

  it('stores many files at once, each with its own bytes', async () => {
    const keys = Array.from({ length: 20 }, () => newKey())
    await Promise.all(keys.map((key) => put(files, key, key)))
    expect(await Promise.all(keys.map((key) => textOf(files, key)))).toEqual(keys)
  })

  it('stores one of two concurrent files for the same key, complete', async () => {
    const key = newKey()
    const [a, b] = ['a', 'b'].map((letter) => letter.repeat(100_000))
    await Promise.all([put(files, key, a ?? ''), put(files, key, b ?? '')])
    expect([a, b]).toContain(await textOf(files, key))
  })

  it('stores a large file and reads the same bytes', async () => {
    const key = newKey()
    const bytes = randomBytes(20 * 1_048_576 + 7)
    const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex')
    await put(files, key, bytes)
    const stream = await files.read(key)
    expect(sha256(stream ? await buffer(stream) : Buffer.alloc(0))).toBe(sha256(bytes))
    const across = { start: 8 * 1_048_576 - 3, end: 8 * 1_048_576 + 3 }
    const part = await files.read(key, across)
    expect(part && (await buffer(part)).equals(bytes.subarray(across.start, across.end + 1))).toBe(true)
  })

  it.each([
    '../secret.mp4',
    'videos/../secret.mp4',
    '/videos/a.mp4',
    'videos/a.mp4\u0000.svg',
    'videos/a.mp4\n',
    'videos//a.mp4',
    'videos/a',
    'videos/A.mp4',
    'a/b/c/d.mp4',
    `videos/${'a'.repeat(300)}.mp4`,
    '',
  ])('refuses %j as a key in every operation', async (key) => {
    const path = await files.temporaryPath()
    await writeFile(path, 'x')
    const message = /Not a file key/
    await expect(files.put(key, path)).rejects.toThrow(message)
    await expect(files.size(key)).rejects.toThrow(message)
    await expect(files.read(key)).rejects.toThrow(message)
    await expect(files.remove(key)).rejects.toThrow(message)
    expect(existsSync(path)).toBe(true)
  })

  it('throws if the temporary file is missing, and stores nothing', async () => {
    const key = newKey()
    await expect(files.put(key, await files.temporaryPath())).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await files.size(key)).toBeUndefined()
  })

  it('deletes temporary files older than a day, at the start and while it runs', async () => {
    const old = await files.temporaryPath()
    const young = await files.temporaryPath()
    await writeFile(old, 'half')
    await writeFile(young, 'half')
    const dayBefore = new Date(Date.now() - 25 * 3_600_000)
    await utimes(old, dayBefore, dayBefore)
    await files.temporaryPath()
    expect(existsSync(old)).toBe(true)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 })
    try {
      await files.temporaryPath()
    } finally {
      vi.useRealTimers()
    }
    expect(await readdir(dirname(old))).toContain(young.slice(dirname(young).length + 1))
    expect(existsSync(old)).toBe(false)
    await mkdir(old)
    await writeFile(join(old, '240p.mp4'), 'half')
    await utimes(old, dayBefore, dayBefore)
    await openFiles()
    expect(existsSync(old)).toBe(false)
    expect(existsSync(young)).toBe(true)
  })
})

it('a folder has no presigned links', async () => {
  const files = await openDiskFileStore(stores.folder, { isReadByGroup: false })
  expect(await files.link(newKey(), 60)).toBeUndefined()
})

describe('a presigned link to the object store', () => {
  it('serves its file to anyone, whole and by range, with its type and name', async () => {
    const files = await openStore()
    const key = `streams/${randomUUID()}/240p.mp4`
    await put(files, key, '0123456789')
    const link = (await files.link(key, 600)) ?? ''
    expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('600')
    const whole = await fetch(link)
    expect(await whole.text()).toBe('0123456789')
    expect(whole.headers.get('content-type')).toBe('video/mp4')
    expect(whole.headers.get('content-disposition')).toBe(`inline; filename="${key.replaceAll('/', '-')}"`)
    const part = await fetch(link, { headers: { range: 'bytes=2-4', origin: 'http://localhost:3000' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10')
    expect(part.headers.get('access-control-allow-origin')).toBe('*')
    expect(await part.text()).toBe('234')
  })

  it('serves nothing after it expired, for another file, for writing, or without its signature', async () => {
    const files = await openStore()
    const [key, other] = [newKey(), newKey()]
    await put(files, key, 'mine')
    await put(files, other, 'other')
    const link = (await files.link(key, 600)) ?? ''
    expect((await fetch(link)).status).toBe(200)
    const status = async (url: string, init: RequestInit = {}) => (await fetch(url, init)).status
    expect(await status(link.replace(key, other))).toBe(403)
    expect(await status(link.split('?')[0] ?? '')).toBe(403)
    expect(await status(link, { method: 'DELETE' })).toBe(403)
    await expect(files.link('../mine.mp4', 60)).rejects.toThrow(/Not a file key/)
    expect(await status(link.replace('video%2Fmp4', 'text%2Fhtml'))).toBe(403)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 601_000 })
    const old = (await files.link(key, 600)) ?? ''
    vi.useRealTimers()
    expect(await status(old)).toBe(403)
    expect(await textOf(files, key)).toBe('mine')
  })
})

describe('an object store that cannot be used', () => {
  it('fails the start with a message for each reason', async () => {
    await expect(openStore({ bucket: 'no-such-bucket' })).rejects.toThrow(/S3_BUCKET is not valid: .* has no bucket/)
    await expect(openStore({ secret: 'wrong' })).rejects.toThrow(/S3_ACCESS_KEY_ID is not valid/)
    await expect(openStore({ secret: 'wrong' })).rejects.toBeInstanceOf(ConfigError)
    await expect(openStore({ endpoint: 'http://127.0.0.1:1' })).rejects.toThrow(
      /^The object store at http:\/\/127\.0\.0\.1:1 cannot be reached\.$/,
    )
    await expect(openStore({ endpoint: 'http://127.0.0.1:1' })).rejects.toBeInstanceOf(FileStoreUnavailableError)
  })

  it('counts as unavailable, not as a missing file, and recovers by itself', async () => {
    let isHealthy = true
    const requests: string[] = []
    const flaky = createServer((request, response) => {
      requests.push(request.method ?? '')
      request.resume()
      response.writeHead(isHealthy ? 200 : 503, { 'content-length': 0 }).end()
    }).listen(0, '127.0.0.1')
    await waitFor(() => expect(flaky.listening).toBe(true))
    const { port } = flaky.address() as AddressInfo
    const files = await openStore({ endpoint: `http://127.0.0.1:${port}`, maxFailures: 100 })
    isHealthy = false
    const key = newKey()
    const path = await files.temporaryPath()
    await writeFile(path, 'bytes')
    await expect(files.put(key, path)).rejects.toBeInstanceOf(FileStoreUnavailableError)
    expect(existsSync(path)).toBe(true)
    await expect(files.size(key)).rejects.toBeInstanceOf(FileStoreUnavailableError)
    await expect(files.read(key)).rejects.toBeInstanceOf(FileStoreUnavailableError)
    await expect(files.remove(key)).rejects.toBeInstanceOf(FileStoreUnavailableError)
    await expect(files.list('videos')).rejects.toBeInstanceOf(FileStoreUnavailableError)
    // Each call was retried before it failed.
    expect(requests.filter((method) => method === 'DELETE')).toHaveLength(3)
    isHealthy = true
    expect(await files.size(key)).toBe(0)
    flaky.close()
    flaky.closeAllConnections()
    await expect(files.size(key)).rejects.toBeInstanceOf(FileStoreUnavailableError)
  })
})
