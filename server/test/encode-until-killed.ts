// A second server on a test's database and files; it processes videos until it is killed.
// Arguments: database URL, FILES_DIR, DATA_DIR.
import { pino } from 'pino'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/platform/config.ts'
import { startVideoJobs } from '../src/videos/jobs.ts'
import { unreachablePaystack, unreachableSmtpUrl } from './unreachable-services.ts'

const [databaseUrl = '', filesDir = '', dataDir = ''] = process.argv.slice(2)
const app = await createApp({
  config: readConfig({ DATA_DIR: dataDir, FILES_DIR: filesDir, PATH: process.env['PATH'] }),
  databaseUrl,
  smtpUrl: unreachableSmtpUrl,
  paystack: unreachablePaystack,
  log: pino({ level: 'silent' }),
})
await startVideoJobs(app)
process.stdout.write('ready\n')
