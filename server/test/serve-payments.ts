// A server of a test's database that takes payments until it is killed; says its port once it listens.
// Arguments: the database's URL, a folder of its own, the SMTP server, with what it speaks to the provider (JSON), and
// 'jobs' where it works them: without, what it has promised is left to the server after it.
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createApp } from '../src/app.ts'
import { createHttp } from '../src/http.ts'
import { startJobs } from '../src/jobs.ts'
import type { PaystackSettings } from '../src/platform/payment-provider/paystack.ts'
import { readConfig } from '../src/platform/config.ts'

const [databaseUrl = '', dataDir = '', smtpUrl = '', paystack = '', work = ''] = process.argv.slice(2)
const app = await createApp({
  config: readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '0' }),
  databaseUrl,
  smtpUrl,
  paystack: JSON.parse(paystack) as PaystackSettings,
  log: pino({ level: 'silent' }),
})
const http = await createHttp(app)
if (work === 'jobs') await startJobs(app)
await http.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${(http.server.address() as AddressInfo).port}\n`)
