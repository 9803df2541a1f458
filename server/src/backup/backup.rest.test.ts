// Makes backups of a running product with data, loses it, and restores it with the operator's commands.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logInStudent } from '@baobab/contract/accounts/endpoints.ts'
import { listSessions } from '@baobab/contract/accounts/sessions.ts'
import { leaderboard } from '@baobab/contract/leaderboard/endpoints.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDueDraw } from '../../test/draws.ts'
import {
  makeAdmin,
  makePayment,
  makeQuiz,
  makeStudent,
  PASSWORD,
  registration,
  type MadeAdmin,
  type MadeQuiz,
  type MadeStudent,
} from '../../test/factories.ts'
import { makeFailedJob } from '../../test/failed-jobs.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { startObjectStore } from '../../test/object-store/start.ts'
import { refusal } from '../../test/refusal.ts'
import { storeFile } from '../../test/store-file.ts'
import { hasSystemPostgres, makePlace, query } from '../../test/system-postgres.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { makeUploadedVideo } from '../../test/videos.ts'
import { waitFor } from '../../test/wait-for.ts'
import { registerStudent } from '../accounts/register.ts'
import { registrations, students } from '../accounts/tables.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.ts'
import { prepareDatabase, withClient } from '../platform/database/prepare-database.ts'
import { createLog } from '../platform/log.ts'
import { runRestore } from '../run-restore.ts'
import { erasedFiles } from '../privacy/erase-account.ts'
import { noteErasures, recordErasures } from '../privacy/record-erasures.ts'
import { runDueDraws } from '../scholarship/run-draw.ts'
import { listBackups, readManifest } from './backup-folder.ts'
import { runBackup } from './nightly-backup.ts'
import { requireEmptyDatabase, restoreDatabase } from './restore-database.ts'

const KEY = 'ab'.repeat(32)
const key = Buffer.from(KEY, 'hex')
const PICTURE = 'pictures/5f0d2f5e-2bb7-4f0a-8f4f-5d8ad1a0c001.webp'

let folder: string
let t: TestApp
let admin: MadeAdmin
let quiz: MadeQuiz
/** Nobody has started this quiz before the loss. */
let nextQuiz: MadeQuiz
let student: MadeStudent
/** One student erased before the backup, and one after it. */
let goneBefore: MadeStudent
let goneAfter: MadeStudent
/** Registered, and refused by a guardian after the backup. */
let refused: { id: string; email: string }
let failedJob: string
let drill: string
const closing: (() => unknown)[] = []

/** Creates a folder that is deleted at the end. */
async function makeFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'baobab-backup-'))
  closing.push(() => rm(made, { recursive: true, force: true }))
  return made
}

/** Answers the first question of a quiz. */
const answer = (by: TestApp, who: MadeStudent, of: MadeQuiz) =>
  quizCalls((token) => by.as(token)).answer(who, of, 0, 'right')
const erase = (who: MadeStudent) => t.as(who.token)(eraseAccount, { body: { password: PASSWORD } })

const settingsOf = (changes: Record<string, string>) => ({
  LOG_LEVEL: 'silent',
  BACKUP_DIR: folder,
  BACKUP_KEY: KEY,
  ...changes,
})

/** Runs the operator's command to completion. */
async function runCommand(env: Record<string, string>, wanted: string) {
  const script = join(import.meta.dirname, '../restore.ts')
  const all = { PATH: process.env['PATH'], TMPDIR: tmpdir(), ...settingsOf(env) }
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [script, wanted], { env: all }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })
}

/** Does what the command does, without the seconds that a separate process takes. */
async function runHere(env: Record<string, string>, wanted: string) {
  let out = ''
  const code = await runRestore({ settings: settingsOf(env), wanted, print: (line) => (out += `${line}\n`) })
  return { code, out }
}

async function makeData(): Promise<void> {
  admin = await makeAdmin(t)
  student = await makeStudent(t)
  goneBefore = await makeStudent(t)
  goneAfter = await makeStudent(t)
  quiz = await makeQuiz(t)
  nextQuiz = await makeQuiz(t)
  for (const who of [student, goneBefore, goneAfter]) await answer(t, who, quiz)
  await makePayment(t, { studentId: student.id, kinds: ['succeeded'] })
  await makePayment(t, { studentId: goneAfter.id, kinds: ['succeeded'] })
  await makeDueDraw(t, [student.id, goneAfter.id])
  await runDueDraws(t.app)
  await makeUploadedVideo(t, admin.token)
  await storeFile(t, PICTURE, 'a face')
  await storeFile(t, `options/${randomUUID()}.webp`, 'an option')
  await t.app.db.update(students).set({ picture: PICTURE }).where(eq(students.id, goneAfter.id))
  const form = registration()
  await registerStudent(t.app, form)
  const [row] = await t.app.db.select().from(registrations).where(eq(registrations.email, form.email))
  refused = { id: row?.id ?? '', email: form.email }
  await erase(goneBefore)
  failedJob = await makeFailedJob(t, 'erased-files')
  await t.app.jobs.send(t.app.db, erasedFiles, { key: 'pictures/none.webp' }, 3_600)
}

beforeAll(async () => {
  folder = await makeFolder()
  t = await startTestApp({ BACKUP_DIR: folder, BACKUP_KEY: KEY, SCHOLARSHIP_REQUIRES_PAYMENT: 'false' })
  await makeData()
  await runBackup(t.app)
  drill = (await listBackups(folder))[0] ?? ''
  // Events between the backup and the loss.
  await erase(goneAfter)
  await t.app.db.transaction(async (tx) => {
    await tx.delete(registrations).where(eq(registrations.id, refused.id))
    await noteErasures(t.app, tx, [{ kind: 'registration', id: refused.id }])
  })
  await recordErasures(t.app)
})
afterAll(async () => {
  await t.close()
  for (const close of closing.toReversed()) await close()
})

/** Returns the tables that contain a text, including those of the job system. */
async function findTablesWith(url: string, text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
    )
    const found: string[] = []
    for (const { name } of rows) {
      const { rowCount } = await client.query(
        `select from ${name} as row where position($1 in row::text) > 0 limit 1`,
        [text],
      )
      if (rowCount !== 0) found.push(name)
    }
    return found
  } finally {
    await client.end()
  }
}

const countRows = async (url: string, tables: readonly string[]) =>
  (
    await query<{ counts: Record<string, number> }>(
      url,
      `select jsonb_build_object(${tables.map((name) => `'${name}', (select count(*) from ${name})`).join(', ')}) as counts`,
    )
  )[0]?.counts

/** Tables that an erasure does not affect. */
const untouched = [
  'answers',
  'attempts',
  'payments',
  'payment_events',
  'questions',
  'videos',
  'draws',
  'draw_events',
  'audit_lines',
]

/** Starts the product on a restored database and checks what people see. */
async function useRestored(urls: { databaseUrl: string; ownerUrl: string }, filesDir: string): Promise<void> {
  const r = await startTestApp({ FILES_DIR: filesDir, SCHOLARSHIP_REQUIRES_PAYMENT: 'false' }, urls)
  try {
    expect(await refusal(r.as(student.token)(listSessions, {}))).toMatchObject({ status: 401 })
    for (const { email } of [goneBefore, goneAfter])
      expect(await refusal(r.as()(logInStudent, { body: { email, password: PASSWORD } }))).toMatchObject({
        status: 401,
      })
    const { authToken: token } = await r.as()(logInStudent, { body: { email: student.email, password: PASSWORD } })
    await answer(r, { ...student, token }, nextQuiz)
    const board = await r.as()(leaderboard, { query: { ageCategory: '11-20' } })
    expect(JSON.stringify(board)).toContain(`"username":"${student.username}"`)
    expect(r.app.ranking.rankOf('11-20', 20)).toBe(1)
    await expect(r.app.pool.query('update standing_changes set delta = 0')).rejects.toMatchObject({ code: '42501' })
    await expect(r.owner.query('update standing_changes set delta = 0')).rejects.toThrow('append-only')
    const jobs = await r.app.pool.query(
      `select state, start_after > now() + interval '50 minutes' as "isLater" from pgboss.job
       where name = 'erased-files' and data->>'key' = 'pictures/none.webp' and id <> $1`,
      [failedJob],
    )
    expect(jobs.rows).toEqual([{ state: 'created', isLater: true }])
    const failed = await r.app.pool.query('select state from pgboss.job where id = $1', [failedJob])
    expect(failed.rows).toEqual([{ state: 'failed' }])
    expect(await r.app.files.size(PICTURE)).toBeUndefined()
    expect(await r.app.files.list('options')).toHaveLength(1)
  } finally {
    await r.close()
  }
}

const expectNobodyBack = async (url: string) => {
  const gone = [goneBefore.email, goneBefore.username, goneAfter.email, goneAfter.username, refused.email]
  const found = await Promise.all(gone.map(async (text) => [text, await findTablesWith(url, text)]))
  expect(found).toEqual(gone.map((text) => [text, []]))
}

describe('after everything is lost', () => {
  it('B-20 everything except erased accounts is restored into an empty folder, and the full check finds nothing wrong', async () => {
    const dataDir = await makeFolder()
    const { code, out, err } = await runCommand({ DATA_DIR: dataDir }, 'latest')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('\nErased again: 2.\n')
    expect(out).not.toContain('BROKEN')
    expect(out.match(/^ok {2}/gm)).toHaveLength(21)
    const ignore = () => undefined
    const embedded = await startEmbeddedPostgres({ dataDir, fsync: false, onDown: ignore, onLost: ignore })
    try {
      await expectNobodyBack(embedded.url)
      await expect(withClient(embedded.url, requireEmptyDatabase)).rejects.toThrow('The database is not empty.')
      expect(await countRows(embedded.url, untouched)).toEqual(await countRows(t.ownerUrl, untouched))
      await useRestored({ databaseUrl: embedded.serverUrl, ownerUrl: embedded.url }, join(dataDir, 'files'))
    } finally {
      await embedded.stop()
    }
  })

  it.runIf(hasSystemPostgres)(
    'B-20 it is also restored into a system PostgreSQL and an object store, which can go back to a point in time',
    async () => {
      const place = makePlace()
      const store = await startObjectStore()
      try {
        place.create('main')
        const archiving = { archive_mode: 'on', archive_command: `cp %p ${place.archive}/%f` }
        const main = await place.start('main', archiving)
        await query(main.url, 'create role app login')
        const appUrl = main.url.replace('owner@', 'app@')
        const settings = { DATA_DIR: await makeFolder(), ...store.settings }
        const restored = await runHere({ ...settings, DATABASE_URL: appUrl, DATABASE_MIGRATION_URL: main.url }, drill)
        expect(restored).toMatchObject({ code: 0 })
        await expectNobodyBack(main.url)
        place.copy('copy', main.url)
        await query(main.url, `insert into retired_usernames values ('before the damage')`)
        const [moment] = await query<{ at: string }>(main.url, 'select clock_timestamp()::text as at')
        await query(main.url, 'drop table answers cascade')
        await query(main.url, 'select pg_switch_wal()')
        await waitFor(async () => {
          const [state] = await query<{ isDone: boolean }>(
            main.url,
            `select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) as "isDone" from pg_stat_archiver`,
          )
          expect(state).toEqual({ isDone: true })
        })
        await main.stop()
        place.prepareRecovery('copy')
        const copy = await place.start('copy', {
          restore_command: `cp ${place.archive}/%f %p`,
          recovery_target_time: moment?.at ?? '',
          recovery_target_action: 'promote',
        })
        expect(
          await query(copy.url, `select from retired_usernames where name_hash = 'before the damage'`),
        ).toHaveLength(1)
        const verified = await runHere(
          {
            ...settings,
            DATABASE_URL: copy.url.replace('owner@', 'app@'),
            DATABASE_MIGRATION_URL: copy.url,
          },
          '--erasures',
        )
        expect(verified).toMatchObject({ code: 0 })
        expect(verified.out).toContain('Erased again: 0.')
        expect(await countRows(copy.url, untouched)).toEqual(await countRows(t.ownerUrl, untouched))
      } finally {
        await store.close()
        await place.close()
      }
    },
  )
})

/** The time of the last migration before backups existed. */
const BEFORE_BACKUPS = 1_795_551_326_608

const findTables = async (url: string) =>
  (await query<{ name: string }>(url, `select tablename as name from pg_tables where schemaname = 'public'`)).map(
    ({ name }) => name,
  )

/** Creates a database without any tables. */
async function createEmptyDatabase() {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const inDatabase = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  await t.owner.query(`create database ${name} template template0`)
  return {
    url: inDatabase(t.databaseUrl),
    ownerUrl: inDatabase(t.ownerUrl),
    drop: () => t.owner.query(`drop database ${name} with (force)`),
  }
}

it('a backup from an earlier version is restored with its own schema, and one from a newer version is refused', async () => {
  const database = await createEmptyDatabase()
  try {
    const manifest = await readManifest(folder, drill, key)
    const load = (schema: number, tables: typeof manifest.tables) =>
      restoreDatabase(
        { sessionUrl: database.url, ownerUrl: database.ownerUrl },
        {
          manifest: { ...manifest, schema, tables, sequences: {} },
          folder: join(folder, drill),
          sealing: (path) => ({ key, name: `${drill}/${path}` }),
          erasures: (async function* () {})(),
          log: createLog({ level: 'silent' }),
        },
      )
    await expect(load(Date.now(), [])).rejects.toThrow('a different or newer version of Baobab')
    const keys = manifest.tables.filter(({ table }) => table === 'server_keys')
    const [damaged] = keys.map((part) => ({ ...part, rows: part.rows + 1 }))
    await expect(load(BEFORE_BACKUPS, damaged ? [damaged] : [])).rejects.toThrow('but the manifest says')
    // The failed restore left no rows, so the database is still empty.
    await load(BEFORE_BACKUPS, keys)
    expect(await findTables(database.ownerUrl)).not.toContain('backups')
    const { url, ownerUrl: migrationUrl } = database
    await prepareDatabase({ url, sessionUrl: url, migrationUrl }, createLog({ level: 'silent' }))
    expect(await findTables(database.ownerUrl)).toContain('backups')
    expect(await countRows(database.ownerUrl, ['server_keys'])).toEqual(await countRows(t.ownerUrl, ['server_keys']))
  } finally {
    await database.drop()
  }
})
