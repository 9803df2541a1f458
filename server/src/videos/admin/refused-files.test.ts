// Files that are refused with advice on what to do: kinds that phones cannot play, and files that a video already has.
import * as contract from '@baobab/contract/videos/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { makeAdmin, unique } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { listStoredFiles, makeUploadedVideo, videoBytes, videoForm } from '../../../test/videos.ts'

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const admin = await makeAdmin(t)

const upload = (fields: Record<string, string>, name = 'video.mp4') =>
  t.as(admin.token)(contract.uploadVideo, {
    body: videoForm({ title: `Video ${unique()}`, ...fields }, videoBytes(name), 'video.mp4'),
  })

describe('an AVI file, whatever it is called', () => {
  const message =
    'This is an AVI file, which phones cannot play. Please use MP4, MOV, WebM or MKV. To convert it, open it in HandBrake (free, handbrake.fr), choose the format MP4, and press Start.'

  it('is refused with what to do, and leaves nothing behind', async () => {
    const files = await listStoredFiles(t)
    expect(await refusal(upload({}, 'video.avi'))).toMatchObject({ status: 422, code: 'not_playable', message })
    expect(await listStoredFiles(t)).toEqual(files)
    expect(await t.as()(listVideos, {})).toEqual([])
  })

  it('is refused as the new file of a video too', async () => {
    const { _id: id, title } = await makeUploadedVideo(t, admin.token)
    const body = videoForm({ title, description: 'A tale.' }, videoBytes('video.avi'))
    const error = await refusal(t.as(admin.token)(contract.updateVideo, { params: { id }, body }))
    expect(error).toMatchObject({ status: 422, message })
  })
})

describe('a file that a video has already', () => {
  // A mov is rewritten as an mp4 when it is stored, so its stored bytes differ from those that arrived.
  it.each(['video.mp4', 'video.mov'])('%s is asked about, and accepted if that is wanted', async (name) => {
    for (const video of (await t.as(admin.token)(contract.listAdminVideos, { query: {} })).videos)
      await t.as(admin.token)(contract.deleteVideo, { params: { id: video._id } })
    const first = await makeUploadedVideo(t, admin.token, {}, videoBytes(name))
    const title = `Again ${unique()}`
    const error = await refusal(upload({ title, sameFile: 'ask' }, name))
    const message = `“${first.title}” has the same file.`
    expect(error).toMatchObject({ status: 409, code: 'same_file', message })
    expect((await upload({ title, sameFile: 'accept' }, name)).video.title).toBe(title)
  })

  it('is not asked about if the video was deleted, or if the caller does not ask', async () => {
    const { _id: id } = await makeUploadedVideo(t, admin.token, {}, videoBytes('video.mkv'))
    expect((await upload({}, 'video.mkv')).message).toBe('Video uploaded successfully!')
    const { videos } = await t.as(admin.token)(contract.listAdminVideos, { query: { limit: 100 } })
    expect(videos.some((video) => video._id === id)).toBe(true)
    for (const video of videos) await t.as(admin.token)(contract.deleteVideo, { params: { id: video._id } })
    expect((await upload({ sameFile: 'ask' }, 'video.mkv')).message).toBe('Video uploaded successfully!')
  })
})
