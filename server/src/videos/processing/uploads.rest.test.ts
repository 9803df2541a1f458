// Uploads to a server that has ffmpeg: videos to convert, files that replace others, and files that are not videos.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { videosText } from '@baobab/contract/videos/text.ts'
import { updateVideo, uploadVideo } from '@baobab/contract/videos/admin.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, unique } from '../../../test/factories.ts'
import { expectConversion, expectFilesMatchRows, vp9, waitUntilReady } from '../../../test/ffmpeg-uploads.ts'
import {
  addDolbyVision,
  bytesOf,
  h264,
  hasNoFfmpeg,
  makeVideoFile,
  makeVideoFolder,
  PATH,
  picture,
  tone,
} from '../../../test/ffmpeg-videos.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { listStoredFiles, makeUploadedVideo, videoBytes, videoForm } from '../../../test/videos.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { videos } from '../tables.ts'

let t: TestApp
let token: string
let workFolder: ReturnType<typeof makeVideoFolder>
beforeAll(async () => {
  workFolder = makeVideoFolder()
  t = await startTestApp({ PATH })
  token = (await makeAdmin(t)).token
})
afterAll(async () => {
  await t.close()
  workFolder.remove()
})

const at = (name: string) => join(workFolder.folder, name)

describe.skipIf(hasNoFfmpeg)('an upload', () => {
  const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-c:a', 'aac']
  it.each([
    ['hevc in mp4', 'hevc.mp4', hevc, 4],
    ['vp9 in webm', 'vp9.webm', vp9, 1],
  ])('of %s is listed without links until its stream is made, and then plays', async (_what, name, codec, seconds) => {
    const file = makeVideoFile(at(name), ...picture('320x240', seconds), ...tone(seconds), ...codec)
    await expectConversion(t, token, bytesOf(file))
  })

  it('that replaces a file gets its own stream, and the old one is removed', async () => {
    const first = await makeUploadedVideo(t, token)
    const before = await waitUntilReady(t, token, first._id)
    const longer = makeVideoFile(at('longer.mp4'), ...picture('320x240', 6), ...tone(6), ...h264)
    const body = videoForm({ title: first.title, description: 'Another video.' }, bytesOf(longer))
    const { video } = await t.as(token)(updateVideo, { params: { id: first._id }, body })
    expect(video).toMatchObject({ state: 'processing', durationSeconds: 6, renditions: [] })
    const after = await waitUntilReady(t, token, first._id)
    expect(after?.streamUrl).not.toBe(before?.streamUrl)
    await expectFilesMatchRows(t)
    const webm = bytesOf(makeVideoFile(at('r.webm'), ...picture('320x240', 1), ...vp9))
    const other = videoForm({ title: first.title, description: 'A webm.' }, webm)
    await t.as(token)(updateVideo, { params: { id: first._id }, body: other })
    expect(await waitUntilReady(t, token, first._id)).toMatchObject({ durationSeconds: 1 })
    await expectFilesMatchRows(t)
  })

  it('with only colours of Dolby Vision is refused with what to do, also as a replacement', async () => {
    const first = await makeUploadedVideo(t, token)
    const path = makeVideoFile(at('dolby.mp4'), ...picture('320x240', 1), ...hevc, '-tag:v', 'hvc1')
    const params = { id: first._id }
    const replace = (bytes: Uint8Array<ArrayBuffer>) =>
      t.as(token)(updateVideo, { params, body: videoForm({ title: first.title, description: 'Dolby.' }, bytes) })
    const upload = () => t.as(token)(uploadVideo, { body: videoForm({ title: unique() }, addDolbyVision(path, 5, 0)) })
    for (const call of [upload, () => replace(addDolbyVision(path, 5, 0))])
      expect(await refusal(call())).toMatchObject({
        status: 422,
        message: expect.stringContaining('Turn off Dolby Vision (or HDR) in the camera settings') as string,
      })
    // An iPhone records profile 8.4, which has the colours of HLG below.
    await replace(addDolbyVision(path, 8, 4))
    expect(await waitUntilReady(t, token, first._id)).toMatchObject({ durationSeconds: 1 })
  })

  it.each([
    ['a text', () => new TextEncoder().encode('This is no video. '.repeat(100))],
    ['a video cut short', () => videoBytes().slice(0, 9_000)],
    [
      'the head of a video before noise',
      () =>
        new Uint8Array([...videoBytes().slice(0, 600), ...Array.from({ length: 9_000 }, (_, i) => (i * 7_919) % 256)]),
    ],
    ['audio only', () => videoBytes('sound-only.mp4')],
    [
      'a list of files (HLS)',
      () => new TextEncoder().encode(`#EXTM3U\n#EXTINF:4,\n${at('secret.mp4')}\n#EXT-X-ENDLIST\n`),
    ],
    ['a list of files (concat)', () => new TextEncoder().encode(`ffconcat version 1.0\nfile '${at('secret.mp4')}'\n`)],
    [
      'the head of a video before a list of files',
      () =>
        new Uint8Array([
          ...videoBytes().slice(0, 32),
          ...new TextEncoder().encode(`\n#EXTM3U\n#EXTINF:4,\n${at('secret.mp4')}\n`),
        ]),
    ],
  ])('that is %s is refused and leaves nothing behind', async (_name, bytes) => {
    writeFileSync(at('secret.mp4'), videoBytes())
    const before = [await listStoredFiles(t), await t.app.db.select().from(videos)]
    const body = videoForm({ title: `Video ${unique()}` }, new Uint8Array(bytes()))
    await expect(t.as(token)(uploadVideo, { body })).rejects.toMatchObject({
      status: 422,
      message: videosText.notPlayable,
    })
    // The temporary file is removed after the reply.
    await waitFor(async () => expect([await listStoredFiles(t), await t.app.db.select().from(videos)]).toEqual(before))
  })
})
