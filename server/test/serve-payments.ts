// A server on a test's database that takes payments until it is killed. Prints its port once it listens.
// Arguments: database URL, data folder, SMTP server URL, provider settings (JSON), and 'jobs' to run jobs; otherwise, jobs are
// left to the next server.
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createApp } from '../src/app.ts'
import { createHttp } from '../src/http.ts'
import { startJobs } from '../src/jobs.ts'
import type { PaystackSettings } from '../src/platform/payment-provider/paystack.ts'
import { readConfig } from '../src/platform/config.ts'

const [databaseUrl = '', dataDir = '', smtpUrl = '', paystack = '', jobs = ''] = process.argv.slice(2)
const app = await createApp({
  config: readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '0' }),
  databaseUrl,
  smtpUrl,
  paystack: JSON.parse(paystack) as PaystackSettings,
  log: pino({ level: 'silent' }),
})
const http = await createHttp(app)
if (jobs === 'jobs') await startJobs(app)
await http.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${(http.server.address() as AddressInfo).port}\n`)
