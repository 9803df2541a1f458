import { listAdminVideos, reprocessVideo } from '@baobab/contract/videos/admin.ts'
import { videosAdminText, videosReplyText } from '@baobab/contract/videos/text.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/harness.ts'
import { makeAdmin, makeVideo } from '../../../test/factories.ts'
import type { VideoRow } from '../tables.ts'
import { extractFrame } from './poster.ts'
import { restartProcessing } from './process-video-queue.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)

const start = (video: VideoRow) => t.app.db.transaction((tx) => restartProcessing(t.app, tx, video))

it('admins see that HDR was not converted', async () => {
  const stream = { folder: 'streams/pale', rungs: [{ height: 240, bytes: 1 }], soundBytes: null, isPale: true as const }
  const { id } = await makeVideo(t, { file: 'videos/pale.mp4', stream })
  const { videos } = await t.as(admin.token)(listAdminVideos, { query: {} })
  expect(videos).toMatchObject([{ _id: id, note: expect.stringMatching(/^HDR videos look pale/) }])
})

describe('without ffmpeg', () => {
  it('B-12 a playable video is ready, another one fails with the reason, and admins see that ffmpeg is missing', async () => {
    const [playing, other] = [
      await makeVideo(t, { file: 'videos/a.mp4' }),
      await makeVideo(t, { file: 'videos/b.mkv', plays: false, state: 'processing' }),
    ]
    expect(await start(playing)).toMatchObject({ state: 'ready', failure: null, progress: null })
    expect(await start(other)).toMatchObject({ state: 'failed', failure: videosAdminText.notForBrowsers })
    const again = await t.as(admin.token)(reprocessVideo, { params: { id: playing.id } })
    expect(again.video).toMatchObject({ state: 'ready', note: videosReplyText.ffmpegMissing })
    await expect(extractFrame(t.app, playing, 1)).rejects.toMatchObject({ code: 'not_a_picture' })
    const jobs = await t.app.db.execute(sql`select 1 from pgboss.job where name = 'process-video'`)
    expect(jobs.rows).toEqual([])
  })
})
