// The files of a stream are removed when the file of its video is replaced or the video is deleted.
import * as contract from '@baobab/contract/videos/admin.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { videoBytes, listStoredFiles, makeUploadedVideo, videoForm } from '../../../test/videos.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeAdmin, makeStudent } from '../../../test/factories.ts'
import { storeFile } from '../../../test/store-file.ts'
import { streamFileKeys, type Stream } from '../stream.ts'
import { videos } from '../tables.ts'

let video: contract.AdminVideo
let stream: Stream
const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const admin = await makeAdmin(t)
beforeEach(async () => {
  video = await makeUploadedVideo(t, admin.token)
  stream = { folder: `streams/${crypto.randomUUID()}`, rungs: [{ height: 240, bytes: 4 }], soundBytes: 4 }
  for (const key of streamFileKeys(stream)) await storeFile(t, key, 'part')
  await t.app.db.update(videos).set({ stream, transcript: 'Once.' }).where(eq(videos.id, video._id))
})

const params = () => ({ id: video._id })
const listStreamFiles = async () => (await listStoredFiles(t)).filter((file) => file.startsWith(stream.folder))
const readRow = async () => (await t.app.db.select().from(videos).where(eq(videos.id, video._id)))[0]

describe('the stream of a video', () => {
  it('is removed when the file is replaced', async () => {
    const body = videoForm({ title: video.title, description: 'Anew.' }, videoBytes('index-behind.mp4'))
    const changed = await t.as(admin.token)(contract.updateVideo, { params: params(), body })
    expect(changed.video).toMatchObject({ renditions: [] })
    expect(changed.video).not.toHaveProperty('streamUrl')
    expect(await readRow()).toMatchObject({ stream: null })
    expect(await listStreamFiles()).toEqual([])
  })

  it('stays when only texts change or the new file is refused', async () => {
    const texts = videoForm({ title: video.title, description: 'Told anew.' })
    const changed = await t.as(admin.token)(contract.updateVideo, { params: params(), body: texts })
    expect(changed.video.renditions).toHaveLength(2)
    const broken = videoForm({ title: video.title, description: 'Anew.' }, videoBytes().slice(0, 500))
    expect((await refusal(t.as(admin.token)(contract.updateVideo, { params: params(), body: broken }))).status).toBe(
      422,
    )
    expect(await listStreamFiles()).toHaveLength(5)
  })

  it('offers the sound alone unless nobody speaks, and keeps what was said when a call leaves it out', async () => {
    const change = async (fields: Record<string, string>) => {
      const body = videoForm({ title: video.title, description: 'Told.', ...fields })
      const changed = await t.as(admin.token)(contract.updateVideo, { params: params(), body })
      return [changed.video.speech, changed.video.renditions.map(({ quality }) => quality)]
    }
    expect(await change({})).toEqual(['unknown', ['saver', 'sound']])
    expect(await change({ speech: 'none' })).toEqual(['none', ['saver']])
    expect(await change({})).toEqual(['none', ['saver']])
    expect(await change({ speech: 'spoken' })).toEqual(['spoken', ['saver', 'sound']])
  })

  it('is removed with the video', async () => {
    await t.as(admin.token)(contract.deleteVideo, { params: params() })
    expect(await readRow()).toMatchObject({ stream: null, transcript: '', file: null })
    expect(await listStreamFiles()).toEqual([])
  })

  it('can be encoded again by admins only', async () => {
    const reprocess = (token: string) => t.as(token)(contract.reprocessVideo, { params: params() })
    expect((await refusal(reprocess((await makeStudent(t)).token))).status).toBe(403)
    const reply = await reprocess(admin.token)
    expect(reply).toMatchObject({ message: 'The video is being processed again.', video: { _id: video._id } })
  })
})
