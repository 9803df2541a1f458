// A second server on a test's database that mails a notification to all students until the test kills it.
// Arguments: the database URL, a separate data folder, the SMTP URL, the id of the notification.
import { pino } from 'pino'
import { createApp } from '../src/app.ts'
import { mailChunk } from '../src/notifications/mail-notifications.ts'
import { readLinkedVideos } from '../src/videos/queries.ts'
import { readConfig } from '../src/platform/config.ts'
import { unreachablePaystack } from './unreachable-services.ts'

const [databaseUrl = '', dataDir = '', smtpUrl = '', noticeId = ''] = process.argv.slice(2)
const app = await createApp({
  config: readConfig({ DATA_DIR: dataDir }),
  databaseUrl,
  smtpUrl,
  paystack: unreachablePaystack,
  log: pino({ level: 'silent' }),
})
await mailChunk(app, readLinkedVideos, { noticeId, after: null, upTo: 'ffffffff-ffff-ffff-ffff-ffffffffffff' })
process.stdout.write('mailed to all\n')
