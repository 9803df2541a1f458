// Tests `npm run doctor` when other services are unavailable, and its backup checks; doctor.rest.test.ts checks whole
// installations.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openFiles } from '../src/open-files.ts'
import { completeBackup, keyIdOf, openPartial } from '../src/backup/backup-folder.ts'
import { FORMAT, toBackupName } from '../src/backup/rules.ts'
import { readValidSettings } from '../src/platform/config.ts'
import { installationChecks } from '../src/system/health/checks.ts'
import type { Finding } from '../src/system/health/findings.ts'
import { examineInstallation } from '../src/system/health/installation.ts'
import { backupCheck } from '../src/system/health/machine-checks.ts'
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

it('names everything that cannot be reached', async () => {
  const findings = await examine({
    ...productionSettings,
    PUBLIC_URL: 'https://127.0.0.1:9',
    DATA_DIR: makeFolder(),
    DATABASE_URL: 'postgres://baobab_app:pass@127.0.0.1:9/baobab',
    SMTP_URL: 'smtp://127.0.0.1:9',
    PAYSTACK_URL: 'http://127.0.0.1:9',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_BUCKET: 'videos',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
  expect(say(findings, 'wrong')).toEqual([
    'database: The database of DATABASE_URL at 127.0.0.1:9 cannot be reached (ECONNREFUSED).',
    'mail: The mail server 127.0.0.1:9 cannot be reached (ESOCKET).',
    'payments: 127.0.0.1:9 cannot be used: the provider did not reply.',
    'files: The bucket "videos" at http://127.0.0.1:9 cannot be used: the object store cannot be reached.',
    'backup: BACKUP_DIR is not set.',
  ])
})

it('says how old the last backup is, and whether its key is the right one', async () => {
  const dir = makeFolder()
  const key = 'ab'.repeat(32)
  const check = async (settings: Record<string, string> = {}) => {
    const subject = readValidSettings({ BACKUP_DIR: dir, BACKUP_KEY: key, ...settings })
    const [outcome] = await examineInstallation([backupCheck], { ...subject, openFiles })
    return `${outcome?.state}: ${outcome?.text}`
  }
  const add = async (hoursAgo: number) => {
    const at = new Date(Date.now() - hoursAgo * 3_600_000)
    const name = toBackupName(at)
    const bytes = Buffer.from(key, 'hex')
    const part = { path: 'x', bytes: 0, sha256: '', rows: 0 }
    const kind = { format: FORMAT, name, version: '0.1.0', schema: 0, keyId: keyIdOf(bytes) } as const
    const times = { startedAt: at.toISOString(), snapshotAt: at.toISOString() }
    const content = {
      tables: [],
      sequences: {},
      queues: part,
      jobs: part,
      files: { ...part, storedBytes: 0, missing: [] },
    }
    await openPartial(dir, name)
    await completeBackup(dir, { ...kind, ...times, ...content }, bytes)
    return `The last backup, ${name}, is from ${at.toISOString()}.`
  }
  expect(await check()).toBe(`warning: ${dir} has no backup yet.`)
  expect(await check({ BACKUP_DIR: '' })).toBe('ok: No backups are made, because BACKUP_DIR is not set.')
  expect(await check({ ...productionSettings, BACKUP_DIR: '' })).toBe('wrong: BACKUP_DIR is not set.')
  const old = await add(27)
  expect(await check()).toBe(`wrong: ${old}`)
  const fresh = await add(25)
  expect(await check()).toBe(`ok: ${fresh}`)
  expect(await check({ BACKUP_KEY: 'cd'.repeat(32) })).toMatch(
    /^wrong: The backup .* was encrypted with another BACKUP_KEY/,
  )
})
