// An object store that is silent or unavailable while viewers ask for its files.
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as adminContract from '@baobab/contract/videos/admin.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { videoBytes, makeUploadedVideo } from '../../../test/videos.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { makeAdmin, type MadeAdmin } from '../../../test/factories.ts'
import { openSilentProxy } from '../../../test/object-store/silent-proxy.ts'
import { startObjectStore, type ObjectStore } from '../../../test/object-store/start.ts'
import { storeFile } from '../../../test/store-file.ts'
import { waitFor } from '../../../test/wait-for.ts'

let store: ObjectStore
let t: TestApp
let admin: MadeAdmin
beforeAll(async () => {
  store = await startObjectStore()
  t = await startTestApp(store.settings)
  admin = await makeAdmin(t)
})
afterAll(async () => {
  await t?.close()
  await store?.close()
})

const whole = Buffer.from(videoBytes())
const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  t.http.inject({ method, url, headers })

describe('a silent object store', () => {
  it('gets no viewers: media requests are answered with 503 at once after the first ones', async () => {
    const proxy = await openSilentProxy(store.endpoint)
    const behind = await startTestApp({ ...store.settings, S3_ENDPOINT: proxy.endpoint })
    onTestFinished(async () => {
      await behind.close()
      await proxy.close()
    })
    const links = await Promise.all([
      storeFile(behind, `videos/${randomUUID()}.mp4`, whole),
      storeFile(behind, `captions/${randomUUID()}.vtt`, 'WEBVTT\n'),
    ])
    const [video] = links
    expect((await behind.http.inject(video)).statusCode).toBe(302)
    proxy.silence()
    // The time limit of a call is five seconds. The last reply of the store was just now, so wait for its check to age.
    await waitFor(async () => expect((await behind.http.inject(video)).statusCode).toBe(503))
    await Promise.all(links.map((link) => behind.http.inject(link)))
    const before = proxy.bytesReceived()
    for (const link of links) {
      const reply = await behind.http.inject(link)
      expect(reply.statusCode).toBe(503)
      expect(reply.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
      expect(reply.headers.location).toBeUndefined()
    }
    expect(proxy.bytesReceived()).toBe(before)
    // Requests that need no file are not affected.
    expect((await behind.http.inject('/api/videos')).statusCode).toBe(200)
    proxy.speak()
    await waitFor(async () => expect((await behind.http.inject(video)).statusCode).toBe(302))
  })
})

it('while the object store is unavailable, requests that need it get 503 and leave nothing behind', async () => {
  const before = await t.as(admin.token)(adminContract.listAdminVideos, { query: {} })
  const playlist = await storeFile(t, `streams/${randomUUID()}/240p.m3u8`, '#EXTM3U\n')
  await store.close()
  const reply = await ask(playlist)
  expect(reply.statusCode).toBe(503)
  expect(reply.headers['retry-after']).toBe('2')
  expect(reply.json()).toMatchObject({ status: 'error', code: 'busy' })
  await expect(makeUploadedVideo(t, admin.token)).rejects.toMatchObject({ status: 503, code: 'busy' })
  expect(await t.as(admin.token)(adminContract.listAdminVideos, { query: {} })).toEqual(before)
  await waitFor(() => expect(readdirSync(join(t.app.config.filesDir, 'tmp'))).toEqual([]))
})
