// Shared by tests of uploads to a server with ffmpeg.
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { expect } from 'vitest'
import { listVideoFileKeys } from '../src/videos/stored-files.ts'
import { videos } from '../src/videos/tables.ts'
import type { TestApp } from './harness.ts'
import { listStoredFiles, makeUploadedVideo } from './videos.ts'
import { waitFor } from './wait-for.ts'

/** Arguments for fast VP9 encoding, with Opus if there is sound. */
export const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus']

/** Waits until a video's stream is ready. Returns the video as admins see it. */
export async function waitUntilReady(t: TestApp, token: string, id: string) {
  return waitFor(
    async () => {
      const found = (await t.as(token)(listAdminVideos, { query: {} })).videos.find((video) => video._id === id)
      expect(found).toMatchObject({ state: 'ready', progress: null, failure: null, note: null })
      return found
    },
    { interval: 200 },
  )
}

/** Checks that every stored file has a row and that every row has its files. */
export async function expectFilesMatchRows(t: TestApp): Promise<void> {
  const rows = await t.app.db.select().from(videos)
  expect(await listStoredFiles(t)).toEqual(rows.flatMap(listVideoFileKeys).toSorted())
}

/** Uploads a video that browsers cannot play, and checks that it has no links until its stream is ready and that it then plays. */
export async function expectConversion(t: TestApp, token: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const video = await makeUploadedVideo(t, token, {}, bytes)
  expect(video).toMatchObject({ state: 'processing', failure: null, progress: 0 })
  expect([video.videoUrl, video.streamUrl]).toEqual([undefined, undefined])
  await waitUntilReady(t, token, video._id)
  const listed = (await t.as()(listVideos, {})).find(({ _id }) => _id === video._id)
  expect(listed?.videoUrl).toBeUndefined()
  expect((await t.http.inject(listed?.streamUrl ?? '')).statusCode).toBe(200)
  expect(listed?.posterUrl).toMatch(/\.webp$/)
  await expectFilesMatchRows(t)
}
