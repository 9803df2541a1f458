// Runs `npm run doctor` on a faultless installation and on one with many faults, each of which has to be named.
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSandbox } from '@baobab/sandbox/sandbox.ts'
import { expect, inject, it, onTestFinished } from 'vitest'
import { openFiles } from '../src/open-files.ts'
import { readValidSettings } from '../src/platform/config.ts'
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts'
import { prepareDatabase } from '../src/platform/database/prepare-database.ts'
import { findFreePort } from '../src/platform/free-port.ts'
import { createLog } from '../src/platform/log.ts'
import { canMount, mountDisk } from './mount-disk.ts'
import { installationChecks } from '../src/system/health/checks.ts'
import type { Finding } from '../src/system/health/findings.ts'
import { examineInstallation } from '../src/system/health/installation.ts'
import { productionSettings } from './production-settings.ts'

const examine = (settings: Record<string, string>) =>
  examineInstallation(installationChecks, {
    ...readValidSettings({ PATH: process.env['PATH'], ...settings }),
    openFiles,
  })

const say = (findings: Finding[], state: Finding['state']) =>
  findings.filter((finding) => finding.state === state).map(({ check, text }) => `${check}: ${text}`)

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'baobab-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

/** Starts a mail server that offers a login and refuses every one. */
async function startRefusingMailServer(): Promise<number> {
  const replies: [RegExp, string][] = [
    [/^EHLO/i, '250-mail.example\r\n250 AUTH PLAIN LOGIN\r\n'],
    [/^AUTH/i, '535 5.7.8 Authentication failed\r\n'],
    [/^QUIT/i, '221 Bye\r\n'],
  ]
  const port = await findFreePort()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 mail.example\r\n')
    socket.on('data', (line) => {
      const [, reply] = replies.find(([command]) => command.test(String(line))) ?? []
      socket.write(reply ?? '500 Unknown\r\n')
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return port
}

/** Runs the actual command beside this process, which provides the services it calls. */
function runDoctor(settings: Record<string, string>): Promise<{ code: unknown; output: string }> {
  const main = join(import.meta.dirname, '../src/doctor.ts')
  const env = { PATH: process.env['PATH'], ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [main, '--json'], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })
}

it('finds nothing wrong with a working installation, whether or not its server is running', async () => {
  const dataDir = makeFolder()
  const sandbox = await openSandbox({ dataDir, publicUrl: 'http://localhost:3000', now: () => new Date() })
  onTestFinished(() => sandbox.close())
  const database = await startEmbeddedPostgres({ dataDir })
  onTestFinished(() => database.stop())
  const { apiUrl, scriptUrl, secretKey, publicKey } = sandbox.paystack
  const settings = {
    DATA_DIR: dataDir,
    FILES_DIR: join(dataDir, 'videos'),
    SMTP_URL: sandbox.smtpUrl,
    PAYSTACK_URL: apiUrl,
    PAYSTACK_SCRIPT_URL: scriptUrl,
    PAYSTACK_SECRET_KEY: secretKey,
    PAYSTACK_PUBLIC_KEY: publicKey,
  }
  await openFiles(readValidSettings(settings).config)
  const beforeMigration = await examine(settings)
  expect(say(beforeMigration, 'wrong')).toEqual([])
  expect(say(beforeMigration, 'warning').join()).toMatch(/database: The schema is older: \d\d migrations are pending/)
  const { url, serverUrl } = database
  await prepareDatabase({ url: serverUrl, sessionUrl: serverUrl, migrationUrl: url }, createLog({ level: 'silent' }))
  const expected = [
    'settings: All settings are valid.',
    expect.stringMatching(/^database: Connected to PostgreSQL 18.* as "baobab_app"\.$/),
    'database: What the database acknowledges survives a power loss.',
    'database: The schema matches this version.',
    "database: The server's role cannot rewrite the ledgers.",
    expect.stringMatching(/^database: \d+ of \d+ connections are in use; a server opens up to 26\.$/),
    expect.stringMatching(/^database: The clocks of this machine and the database differ by 0\.\d s\.$/),
    expect.stringMatching(/^mail: The mail server 127\.0\.0\.1:\d+ accepts mail\.$/),
    expect.stringMatching(/^payments: 127\.0\.0\.1:\d+ accepts the key\.$/),
    expect.stringMatching(/^payments: The clocks .* differ by \d\.\d s\.$/),
    `files: ${settings.FILES_DIR} takes, returns and removes files.`,
  ]
  for (const isRunning of [true, false]) {
    if (!isRunning) await database.stop()
    const findings = await examine(settings)
    expect(say(findings, 'wrong')).toEqual([])
    expect(say(findings, 'ok')).toEqual(expect.arrayContaining(expected))
  }
})

it.skipIf(!canMount)('names every fault of a broken installation and what to do, without secrets', async () => {
  const sandbox = await openSandbox({ dataDir: makeFolder(), publicUrl: 'http://localhost', now: () => new Date() })
  onTestFinished(() => sandbox.close())
  const [small, readOnly] = [await mountDisk(64), await mountDisk(1)]
  for (const disk of [small, readOnly]) onTestFinished(() => disk.unmount())
  expect(spawnSync('mount', ['-o', 'remount,ro', readOnly.folder]).status).toBe(0)
  const mailPort = await startRefusingMailServer()
  const { MAIL_FROM: _from, ...rest } = productionSettings
  const settings = {
    ...rest,
    // The tests' database runs with fsync off.
    DATABASE_URL: inject('serverUrl'),
    DATABASE_MIGRATION_URL: inject('ownerUrl').replace(/:[^:@]+@/, ':not-the-password@'),
    DATA_DIR: small.folder,
    FILES_DIR: readOnly.folder,
    BACKUP_DIR: join(readOnly.folder, 'backups'),
    FFMPEG_PATH: '/nowhere/ffmpeg',
    PUBLIC_URL: 'http://127.0.0.1:9',
    SMTP_URL: `smtp://operator:mail-password@127.0.0.1:${mailPort}`,
    PAYSTACK_URL: sandbox.paystack.apiUrl,
    RATE_LIMIT_FACTOR: '0',
    PUSH_SERVICES: 'not an origin',
  }
  const { code, output } = await runDoctor(settings)
  const { isHealthy, findings } = JSON.parse(output) as { isHealthy: boolean; findings: Finding[] }
  expect({ code, isHealthy }).toEqual({ code: 1, isHealthy: false })
  const database = new URL(settings.DATABASE_MIGRATION_URL).host
  expect(say(findings, 'wrong')).toEqual([
    expect.stringMatching(/^settings: PUSH_SERVICES is not valid/),
    expect.stringMatching(/^settings: MAIL_FROM is missing/),
    expect.stringMatching(/^settings: RATE_LIMIT_FACTOR=0 lets anyone guess passwords/),
    `disk: ${small.folder} has 0.1 GiB free.`,
    `disk: ${readOnly.folder} has 0.0 GiB free.`,
    'database: fsync is off: acknowledged data can be lost.',
    `database: The database of DATABASE_MIGRATION_URL at ${database} refuses the login (28P01).`,
    `mail: The mail server 127.0.0.1:${mailPort} refuses the user or the password.`,
    `payments: ${new URL(settings.PAYSTACK_URL).host} refuses PAYSTACK_SECRET_KEY.`,
    `files: ${readOnly.folder} cannot be used: EROFS.`,
    `backup: ${settings.BACKUP_DIR} cannot be written to.`,
  ])
  expect(say(findings, 'warning').join('\n')).toMatch(
    /PUBLIC_URL is not https[^]*TRUST_PROXY is not set[^]*full_page_writes is off[^]*Nothing usable replies at http/,
  )
  expect(say(findings, 'warning').join('\n')).toContain('ffmpeg: There is no ffmpeg')
  for (const { state, remedy = '' } of findings) expect(state === 'ok' || remedy.length > 10).toBe(true)
  const secrets = [
    'mail-password',
    'not-the-password',
    settings.PAYSTACK_SECRET_KEY,
    new URL(inject('serverUrl')).password,
  ]
  for (const secret of secrets) expect(output).not.toContain(secret)
})
