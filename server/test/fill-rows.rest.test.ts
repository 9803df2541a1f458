// Tests an update while it fills existing rows: servers of the previous release keep running, and their backups are good.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { beginSnapshot, copyDatabase, openSnapshot } from '../src/backup/copy-database.ts'
import { restoreDatabase } from '../src/backup/restore-database.ts'
import { createClock } from '../src/platform/clock.ts'
import { unwatchedDisk } from '../src/platform/database/disk-space.ts'
import { grantPrivileges } from '../src/platform/database/grants.ts'
import { listFills, migrateEmpty } from '../src/platform/database/migrate.ts'
import { prepareDatabase } from '../src/platform/database/prepare-database.ts'
import { openJobs } from '../src/platform/jobs/jobs.ts'
import { createLog } from '../src/platform/log.ts'
import { waitFor } from './wait-for.ts'

const log = createLog({ level: 'error' })
/** The last migration before rows were filled after migrations, by its time in `meta/_journal.json`. */
const EARLIER = 1796014469253
/** The lock under which servers fill rows. */
const FILL_LOCK = 0x62616f63

type Place = { owner: pg.Client; server: pg.Client; ownerUrl: string; serverUrl: string }

async function makeDatabase(): Promise<Place> {
  const name = `f_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: inject('ownerUrl') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const toUrl = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const [ownerUrl, serverUrl] = [toUrl(inject('ownerUrl')), toUrl(inject('serverUrl'))]
  const owner = new pg.Client({ connectionString: ownerUrl })
  const server = new pg.Client({ connectionString: serverUrl })
  await owner.connect()
  await server.connect()
  onTestFinished(async () => {
    await owner.end()
    await server.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return { owner, server, ownerUrl, serverUrl }
}

/** Gives a database the schema of the previous release, with what its server needs. */
async function prepareEarlier({ owner, serverUrl }: Place): Promise<void> {
  await migrateEmpty(owner, EARLIER)
  await grantPrivileges(owner, new URL(serverUrl).username, log)
  const jobs = await openJobs({ url: serverUrl, log, clock: createClock(), diskSpace: unwatchedDisk })
  await jobs.close()
}

const prepare = ({ ownerUrl, serverUrl }: Place) =>
  prepareDatabase({ url: serverUrl, sessionUrl: serverUrl, migrationUrl: ownerUrl }, log)

/** Does what a server of the previous release does: opens an account with an attempt and an answer. */
async function addStudent({ server }: Place, name: string): Promise<string> {
  const { rows } = await server.query<{ id: string }>(
    `insert into students (username, username_key, email, email_key, number, birth, gender, address, verified_at, created_at)
     values ($1, $1, $1, $1, '', '2012-05-01', 'female', '', now(), now()) returning id`,
    [name],
  )
  await server.query(
    `with video as (
       insert into videos (title, title_key, description, access, position, state, size_bytes, sha256, created_at)
       values ($1, $1, '', 'free', 1, 'ready', 1, '', now()) returning id
     ), attempt as (
       insert into attempts (student_id, video_id, age_category, video_title, paper, question_count, started_at, deadline)
       select $2::uuid, id, '11-20', '', '[]', 1, now(), now() from video returning id
     )
     insert into answers (attempt_id, question_id, answer, correct, points, answered_at)
     select id, gen_random_uuid(), 'no', false, 0, now() from attempt`,
    [name, rows[0]?.id],
  )
  return rows[0]?.id ?? ''
}

/** Reads the students, whether their names lead to them, and how many of their answers say whose they are. */
async function readStudents({ owner }: Place) {
  const { rows } = await owner.query<{ name: string; is_named: boolean; answers: number }>(
    `select username as name, exists (select from sign_in_names where student_id = students.id) as is_named,
       (select count(*)::integer from answers where student_id = students.id) as answers
     from students order by username`,
  )
  return rows
}

it('keeps serving and backing up while rows are filled, and a restored backup is filled too', async () => {
  const place = await makeDatabase()
  await prepareEarlier(place)
  await addStudent(place, 'before')
  const erased = await addStudent(place, 'erased')
  await place.owner.query('select pg_advisory_lock($1)', [FILL_LOCK])
  const prepared = prepare(place)
  await waitFor(async () => expect(await listFills(place.owner)).toHaveLength(2))
  await waitFor(async () => expect(await addStudent(place, 'meanwhile')).not.toBe(''))
  await place.server.query(
    `update students set username = 'deleted', username_key = 'erased:' || id, email_key = 'erased:' || id where id = $1`,
    [erased],
  )

  const folder = mkdtempSync(join(tmpdir(), 'baobab-fill-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const snapshot = await openSnapshot(place.ownerUrl)
  await beginSnapshot(snapshot)
  const sealing = (path: string) => ({ key: undefined, name: path })
  const manifest = await copyDatabase(snapshot, { folder, sealing })
  await snapshot.end()

  await place.owner.query('select pg_advisory_unlock($1)', [FILL_LOCK])
  await prepared
  const filled = [
    { name: 'before', is_named: true, answers: 1 },
    { name: 'deleted', is_named: false, answers: 1 },
    { name: 'meanwhile', is_named: true, answers: 1 },
  ]
  expect(await readStudents(place)).toEqual(filled)

  const next = await makeDatabase()
  const erasures = (async function* () {})()
  await restoreDatabase(
    { sessionUrl: next.serverUrl, ownerUrl: next.ownerUrl },
    { manifest: manifest as never, folder, sealing, erasures, log },
  )
  await prepare(next)
  expect(await readStudents(next)).toEqual(filled)
})

it('says who may fill rows, and fills them at the next start', async () => {
  const place = await makeDatabase()
  await prepareEarlier(place)
  await addStudent(place, 'before')
  await place.owner.query('select pg_advisory_lock($1)', [FILL_LOCK])
  const interrupted = prepare(place).catch(String)
  await waitFor(async () => expect(await listFills(place.owner)).toHaveLength(2))
  await waitFor(async () => {
    const { rowCount } = await place.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()
         and application_name = 'baobab start' and state = 'idle'`,
    )
    expect(rowCount).toBe(1)
  })
  expect(await interrupted).toMatch(/connection/)
  await place.owner.query('select pg_advisory_unlock($1)', [FILL_LOCK])
  await expect(prepare({ ...place, ownerUrl: place.serverUrl })).rejects.toThrow('Set DATABASE_MIGRATION_URL')
  await prepare(place)
  expect(await readStudents(place)).toEqual([{ name: 'before', is_named: true, answers: 1 }])
})
