// Runs a second server on a test's database and files in its own process, and prints its port once it listens.
// Arguments: database URL, files folder, data folder, and optionally a file for log warnings.
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createApp } from '../src/app.ts'
import { createHttp } from '../src/http.ts'
import { readConfig } from '../src/platform/config.ts'
import { unreachablePaystack, unreachableSmtpUrl } from './unreachable-services.ts'

const [databaseUrl = '', filesDir = '', dataDir = '', logFile] = process.argv.slice(2)
const app = await createApp({
  config: readConfig({ DATA_DIR: dataDir, FILES_DIR: filesDir, RATE_LIMIT_FACTOR: '0' }),
  databaseUrl,
  smtpUrl: unreachableSmtpUrl,
  paystack: unreachablePaystack,
  log: logFile === undefined ? pino({ level: 'silent' }) : pino({ level: 'warn' }, pino.destination(logFile)),
})
const http = await createHttp(app)
await http.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${(http.server.address() as AddressInfo).port}\n`)
