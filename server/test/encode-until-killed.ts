// A second server of a test's database and folder that prepares videos until it is killed.
// Arguments: the database's URL, the folder of files, a folder of its own.
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
