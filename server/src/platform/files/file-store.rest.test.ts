// An object store that keeps its connections open but sends nothing.
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openSilentProxy } from '../../../test/object-store/silent-proxy.ts'
import { makeStores, newKey, put, type TestStores } from '../../../test/object-store/make-stores.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { FileStoreUnavailableError } from '../http/errors.ts'
import type { S3FileStoreOptions } from './s3-file-store.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await makeStores()
})
afterAll(() => stores.close())

describe('an object store that has stopped responding', () => {
  /** Short, but longer than the store needs for a reply on a busy machine. */
  const callTimeoutMs = 1_500
  /** More than the sockets on the way can buffer. */
  const SIZE = 20 * 1_048_576

  /** Puts a file into the store, and opens it behind a proxy. */
  async function openThroughProxy(limits: Partial<S3FileStoreOptions>) {
    const proxy = await openSilentProxy(stores.endpoint)
    onTestFinished(() => proxy.close())
    const key = newKey()
    await put(await stores.openStore(), key, Buffer.alloc(SIZE))
    const files = await stores.openStore({ endpoint: proxy.endpoint, ...limits })
    return { proxy, files, key }
  }
  const unavailable = expect.any(FileStoreUnavailableError) as unknown

  it('makes every call give up', async () => {
    const { proxy, files, key } = await openThroughProxy({ callTimeoutMs, maxFailures: 100 })
    const path = await files.temporaryPath()
    await writeFile(path, 'bytes')
    proxy.silence()
    const calls = [
      files.size(key),
      files.read(key),
      files.remove(key),
      files.list('videos'),
      files.put(newKey(), path),
      stores.openStore({ endpoint: proxy.endpoint, callTimeoutMs }),
    ]
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes).toEqual(calls.map(() => ({ status: 'rejected', reason: unavailable })))
    expect(existsSync(path)).toBe(true)
  })

  it('is given up on in the middle of a file, but a slow reader is waited for', async () => {
    const { proxy, files, key } = await openThroughProxy({ callTimeoutMs })
    const slow = await files.read(key)
    const stalled = await files.read(key)
    if (!slow || !stalled) throw new Error('The file was not stored.')
    // The reader takes nothing for longer than the store may be silent.
    await new Promise((resolve) => setTimeout(resolve, 2 * callTimeoutMs))
    expect((await buffer(slow)).length).toBe(SIZE)
    proxy.silence()
    await expect(buffer(stalled)).rejects.toBeInstanceOf(FileStoreUnavailableError)
  })

  it('is not asked again after repeated failures, gets no links, and is used again once it answers', async () => {
    const { proxy, files, key } = await openThroughProxy({
      callTimeoutMs,
      maxFailures: 3,
      breakerPauseMs: 5_000,
      checkedForMs: 60_000,
    })
    expect(await files.link(key, 60)).toContain(key)
    proxy.silence()
    for (let round = 0; round < 3; round++) await expect(files.size(key)).rejects.toEqual(unavailable)
    const before = proxy.bytesReceived()
    for (let round = 0; round < 20; round++) {
      await expect(files.size(key)).rejects.toEqual(unavailable)
      await expect(files.link(key, 60)).rejects.toEqual(unavailable)
    }
    expect(proxy.bytesReceived()).toBe(before)
    proxy.speak()
    await waitFor(async () => expect(await files.size(key)).toBe(SIZE))
    expect(await files.link(key, 60)).toContain(key)
  })

  it('is asked by one call at a time while it is being tried again', async () => {
    const { proxy, files, key } = await openThroughProxy({ callTimeoutMs, maxFailures: 1, breakerPauseMs: 50 })
    proxy.silence()
    await expect(files.size(key)).rejects.toEqual(unavailable)
    await new Promise((resolve) => setTimeout(resolve, 100))
    let isTrialOver = false
    const trial = files.size(key).catch(() => (isTrialOver = true))
    await expect(files.size(key)).rejects.toEqual(unavailable)
    expect(isTrialOver).toBe(false)
    await trial
  })

  it('gets no links even if nothing else has asked it', async () => {
    const { proxy, files, key } = await openThroughProxy({ callTimeoutMs, checkedForMs: 0 })
    expect(await files.link(key, 60)).toContain(key)
    proxy.silence()
    await expect(files.link(key, 60)).rejects.toEqual(unavailable)
  })
})
