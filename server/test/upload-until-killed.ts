// A second server on a test's database and files that uploads videos and prints their ids until it is killed.
// Arguments: database URL, FILES_DIR, DATA_DIR, the id of an admin.
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/platform/config.ts'
import { uploadVideo } from '../src/videos/admin/upload-video.ts'
import { unreachablePaystack, unreachableSmtpUrl } from './unreachable-services.ts'

const [databaseUrl = '', filesDir = '', dataDir = '', adminId = ''] = process.argv.slice(2)
const app = await createApp({
  config: readConfig({ DATA_DIR: dataDir, FILES_DIR: filesDir }),
  databaseUrl,
  smtpUrl: unreachableSmtpUrl,
  paystack: unreachablePaystack,
  log: pino({ level: 'silent' }),
})
const admin = {
  kind: 'admin',
  id: adminId,
  username: 'admin',
  roles: ['content'],
  sessionId: crypto.randomUUID(),
  confirmedAt: new Date(),
} as const
process.stdout.write('ready\n')
for (;;) {
  const path = await app.files.temporaryPath()
  await copyFile(join(import.meta.dirname, 'fixtures', 'video.mp4'), path)
  const form = { title: `Video ${crypto.randomUUID()}` }
  const video = await uploadVideo(app, admin, { form, upload: { path, bytes: 1 } })
  process.stdout.write(`${video.id}\n`)
}
