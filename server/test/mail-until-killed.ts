// A second server of a test's database that mails a notice to everybody until it is killed.
// Arguments: the database's URL, a folder of its own, the SMTP server, the notice.
import { pino } from 'pino'
import { createApp } from '../src/app.ts'
import { mailChunk } from '../src/notifications/mail-notifications.ts'
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
await mailChunk(app, { noticeId, after: null, upTo: 'ffffffff-ffff-ffff-ffff-ffffffffffff' })
process.stdout.write('all were mailed\n')
