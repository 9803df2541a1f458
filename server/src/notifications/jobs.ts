import type { App } from '../app.ts'
import { mailChunk, noticeMailChunks, noticeMailRounds, startMailing } from './mail-notices.ts'
import { publishDueNotices } from './publish-notices.ts'

export async function startNoticeJobs(app: App): Promise<void> {
  await app.jobs.work(noticeMailRounds, (round) => startMailing(app, round))
  await app.jobs.workLong(noticeMailChunks, (chunk, signal) => mailChunk(app, chunk, signal), 1)
  await app.jobs.schedule('due-notices', '* * * * *', async () => {
    await publishDueNotices(app)
  })
}
