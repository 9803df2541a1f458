// Makes backups while the product is in use: what they contain, which are kept, and what admins are told.
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readLastBackup } from '@baobab/contract/backup/endpoints.ts'
import * as system from '@baobab/contract/system/endpoints.ts'
import { deleteVideo } from '@baobab/contract/videos/admin.ts'
import { eq, gt } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { captureLog } from '../../test/capture-log.ts'
import { makeAdmin, makeAnotherAdmin, makeStudent, makeVideo, type MadeAdmin } from '../../test/factories.ts'
import { makeFailedJob } from '../../test/failed-jobs.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { storeFile } from '../../test/store-file.ts'
import { waitFor } from '../../test/wait-for.ts'
import { wakeQueue } from '../../test/wake-queue.ts'
import { admins, students } from '../accounts/tables.ts'
import { erasedFiles } from '../privacy/erase-account.ts'
import { videos } from '../videos/tables.ts'
import { listBackups } from './backup-folder.ts'
import { checkBackup } from './check-backup.ts'
import { listNeededFiles } from './copy-files.ts'
import { makeBackup } from './make-backup.ts'
import { enqueueBackup, mailFailure, runBackup, sendBackupMail } from './nightly-backup.ts'
import { backups } from './tables.ts'

const KEY = 'ab'.repeat(32)
const key = Buffer.from(KEY, 'hex')
const STUDENT_PICTURE = 'pictures/5f0d2f5e-2bb7-4f0a-8f4f-5d8ad1a0c001.webp'
const ADMIN_PICTURE = 'pictures/5f0d2f5e-2bb7-4f0a-8f4f-5d8ad1a0c002.webp'
const OPTION_PICTURE = 'options/5f0d2f5e-2bb7-4f0a-8f4f-5d8ad1a0c003.webp'

let folder: string
let t: TestApp
let admin: MadeAdmin
let failedJob: string
/** Made by the nightly job, with the key. */
let nightly: string
const closing: (() => unknown)[] = []

/** Creates a folder that is deleted at the end. */
async function makeFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'baobab-backup-'))
  closing.push(() => rm(made, { recursive: true, force: true }))
  return made
}

beforeAll(async () => {
  folder = await makeFolder()
  t = await startTestApp({ BACKUP_DIR: folder, BACKUP_KEY: KEY })
  admin = await makeAdmin(t)
  const student = await makeStudent(t)
  await t.app.db.update(students).set({ picture: STUDENT_PICTURE }).where(eq(students.id, student.id))
  await t.app.db.update(admins).set({ picture: ADMIN_PICTURE }).where(eq(admins.id, admin.id))
  for (const file of [STUDENT_PICTURE, ADMIN_PICTURE, OPTION_PICTURE]) await storeFile(t, file, `the picture ${file}`)
  failedJob = await makeFailedJob(t, 'erased-files')
  await t.app.jobs.send(t.app.db, erasedFiles, { key: 'pictures/none.webp' }, 3_600)
  await runBackup(t.app)
  nightly = (await listBackups(folder))[0] ?? ''
})
afterAll(async () => {
  await t.close()
  for (const close of closing.toReversed()) await close()
})

/** Creates a video with a file. */
async function makeStoredVideo() {
  const file = `videos/${randomUUID()}.mp4`
  await storeFile(t, file, 'a tale')
  return makeVideo(t, { file })
}

type Making = Parameters<typeof makeBackup>[0]

const make = (changes: Partial<Making> & { folder: string }) =>
  makeBackup({ key: undefined, keep: 2, url: t.databaseUrl, files: t.app.files, ...changes })

/** Makes a backup that calls `onRead` before reading each file; `onRead` may return other content. */
const makeReading = (place: string, onRead: (fileKey: string) => unknown, changes: Partial<Making> = {}) => {
  const { files } = t.app
  const read: typeof files.read = async (fileKey, range) => {
    if ((await onRead(fileKey)) === 'missing') return undefined
    return files.read(fileKey, range)
  }
  return make({ folder: place, files: { list: (name) => files.list(name), read }, ...changes })
}

/** Returns the paths of all files in a folder, with the time each was written. */
async function listFiles(place: string): Promise<Map<string, number>> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(await Promise.all(paths.map(async (path) => [path, (await stat(path)).mtimeMs] as const)))
}

/** Returns the lines of one part of a backup made without a key. */
async function readLines(place: string, name: string, path: string): Promise<string[]> {
  const text = gunzipSync(await readFile(join(place, name, path))).toString()
  return text.split('\n').filter((line) => line !== '')
}

const readRow = async (name: string) => (await t.app.db.select().from(backups).where(eq(backups.name, name)))[0]

describe('a backup', () => {
  it('cannot be read by other users, and with a key by nobody at all', async () => {
    expect((await stat(join(folder, nightly))).mode & 0o077).toBe(0)
    const data = [...(await listFiles(folder)).keys()].filter((path) => !/manifest\.json$|\.ids$/.test(path))
    expect(data.length).toBeGreaterThan(70)
    const starts = await Promise.all(data.map(async (path) => (await readFile(path)).toString('latin1', 0, 8)))
    expect(new Set(starts)).toEqual(new Set(['BAOBABE1']))
  })

  it('has the files named in rows, the option pictures, the pending jobs, and sequence numbers that are never too low', async () => {
    const place = await makeFolder()
    const { file } = await makeStoredVideo()
    const { manifest, bytes, writtenBytes } = await make({ folder: place })
    const { name } = manifest
    const { list } = await checkBackup(place, name, undefined)
    expect(list).toHaveLength(4)
    expect(new Set(list.map((stored) => stored.key))).toEqual(
      new Set([OPTION_PICTURE, STUDENT_PICTURE, ADMIN_PICTURE, file]),
    )
    const storedBytes = list.reduce((sum, stored) => sum + stored.bytes, 0)
    expect(manifest.files).toMatchObject({ rows: 4, missing: [], storedBytes })
    const parts = [...manifest.tables, manifest.queues, manifest.jobs, manifest.files].reduce(
      (sum, part) => sum + part.bytes,
      0,
    )
    expect({ bytes, writtenBytes }).toEqual({ bytes: parts + storedBytes, writtenBytes: parts + storedBytes })
    expect(await readRow(name)).toMatchObject({
      bytes,
      writtenBytes,
      fileCount: 4,
      snapshotAt: new Date(manifest.snapshotAt),
    })
    const queues = (await readLines(place, name, 'queues.gz')).map((line) => JSON.parse(line).name)
    expect(queues).toContain('erased-files')
    expect(queues.filter((queue) => /^(__pgboss__.*|backups|backups-failed)$/.test(queue))).toEqual([])
    const jobs = (await readLines(place, name, 'jobs.gz')).map((line) => JSON.parse(line))
    expect(jobs.map((job) => job.id)).toContain(failedJob)
    expect(jobs.filter((job) => job.data?.key === 'pictures/none.webp')).toHaveLength(2)
    expect(jobs.filter((job) => ['completed', 'cancelled'].includes(job.state))).toEqual([])
    const { rows } = await t.owner.query<{ value: string }>('select last_value::text as value from audit_lines_seq_seq')
    expect(manifest.sequences).toMatchObject({ audit_lines_seq_seq: rows[0]?.value })
  })

  it('has the files of more rows than one read returns', async () => {
    const ids = Array.from({ length: 1_001 }, () => randomUUID())
    const rollBack = new Error('only to look')
    const listed: string[] = []
    const looked = t.app.db.transaction(async (tx) => {
      const values = {
        description: '',
        access: 'free',
        position: 1,
        state: 'ready',
        sizeBytes: 1,
        createdAt: new Date(),
      } as const
      await tx
        .insert(videos)
        .values(ids.map((id) => ({ ...values, title: id, titleKey: id, sha256: id, file: `videos/${id}.mp4` })))
      for await (const file of listNeededFiles(tx, t.app.files)) listed.push(file)
      throw rollBack
    })
    await expect(looked).rejects.toBe(rollBack)
    expect(listed).toEqual(expect.arrayContaining(ids.map((id) => `videos/${id}.mp4`)))
    expect(new Set(listed).size).toBe(listed.length)
  })

  it('made while files are being deleted has every file that its rows name', async () => {
    const place = await makeFolder()
    const video = await makeStoredVideo()
    let isDeleted = false
    const { manifest } = await makeReading(place, async (fileKey) => {
      if (isDeleted || fileKey !== video.file) return
      isDeleted = true
      await t.as(admin.token)(deleteVideo, { params: { id: video.id } })
    })
    expect(manifest.files.missing).toEqual([])
    const { list } = await checkBackup(place, manifest.name, undefined)
    expect(list.map((file) => file.key)).not.toContain(video.file)
  })

  it('lists files missing from the store once three database snapshots have named them', async () => {
    const place = await makeFolder()
    let misses = 0
    const { manifest } = await makeReading(place, (fileKey) => {
      if (fileKey !== STUDENT_PICTURE) return undefined
      misses += 1
      return 'missing'
    })
    // Once before the snapshot, and once in each.
    expect(misses).toBe(4)
    expect(manifest.files.missing).toEqual([STUDENT_PICTURE])
    const { list } = await checkBackup(place, manifest.name, undefined)
    expect(list.map((file) => file.key)).not.toContain(STUDENT_PICTURE)
    let tries = 0
    const second = await makeReading(place, (fileKey) =>
      fileKey === STUDENT_PICTURE && (tries += 1) < 4 ? 'missing' : undefined,
    )
    expect(second.manifest.files.missing).toEqual([])
  })

  it('takes another snapshot of the database only if a file is missing', async () => {
    const { files } = t.app
    const list = vi.fn<typeof files.list>((name) => files.list(name))
    await make({ folder: await makeFolder(), files: { list, read: (fileKey, range) => files.read(fileKey, range) } })
    // Once before the snapshot, and once in it.
    expect(list.mock.calls).toEqual([['options'], ['options']])
  })

  it('that was interrupted does not count, and the next one removes what it left behind', async () => {
    const place = await makeFolder()
    const stopping = new AbortController()
    const stopped = makeReading(place, () => stopping.abort(new Error('The server stops.')), {
      signal: stopping.signal,
    })
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
    expect(await listBackups(place)).toEqual([])
    expect((await readdir(place)).filter((name) => name.startsWith('.partial-')).length).toBeGreaterThan(0)
    const { manifest } = await make({ folder: place })
    expect((await readdir(place)).toSorted()).toEqual([manifest.name, 'files'].toSorted())
  })

  it('is made only one at a time, and only into an existing folder', async () => {
    const place = await makeFolder()
    await expect(make({ folder: join(place, 'unmounted') })).rejects.toThrow(
      'does not exist. Create it, or mount the disk',
    )
    await writeFile(join(place, 'file'), '')
    await expect(make({ folder: join(place, 'file') })).rejects.toThrow('does not exist. Create it, or mount the disk')
    const client = await t.app.separate.slow.pool.connect()
    try {
      await client.query('select pg_advisory_lock($1)', [0x62_61_63_6b])
      await expect(make({ folder: place })).rejects.toThrow('Another backup is being made right now.')
    } finally {
      client.release(true)
    }
  })
})

describe('backups', () => {
  it('never share a name, and sort by time, even if they start in the same second or the clock was set back', async () => {
    const place = await makeFolder()
    const { name } = (await make({ folder: place, keep: 9 })).manifest
    const [row] = await t.app.db.select().from(backups).where(eq(backups.name, name))
    const inFuture = '2999-12-31T23-59-58Z'
    if (row) await t.app.db.insert(backups).values({ ...row, name: inFuture })
    try {
      const second = (await make({ folder: place, keep: 9 })).manifest.name
      expect(second).toBe('2999-12-31T23-59-59Z')
      // Another database does not know the backups in the folder.
      await t.app.db.delete(backups).where(gt(backups.name, name))
      const third = (await make({ folder: place, keep: 9 })).manifest.name
      expect(await listBackups(place)).toEqual([name, second, third])
      for (const one of [name, second, third]) await checkBackup(place, one, undefined)
    } finally {
      await t.app.db.delete(backups).where(gt(backups.name, name))
    }
  })

  it('share each stored file; the wanted number is kept, and files that none of them needs are deleted', async () => {
    const place = await makeFolder()
    const video = await makeStoredVideo()
    const first = await make({ folder: place })
    const before = await listFiles(join(place, 'files'))
    expect(before.size).toBe(first.manifest.files.rows)
    await t.as(admin.token)(deleteVideo, { params: { id: video.id } })
    const second = await make({ folder: place })
    expect(await listFiles(join(place, 'files'))).toEqual(before)
    expect(second.writtenBytes).toBeLessThan(second.bytes)
    expect(second.manifest.files.rows).toBeLessThan(before.size)
    const third = await make({ folder: place })
    expect(await listBackups(place)).toEqual([second.manifest.name, third.manifest.name])
    expect((await listFiles(join(place, 'files'))).size).toBe(second.manifest.files.rows)
    // With another key, nothing in it can be used.
    const fourth = await make({ folder: place, key })
    expect(fourth.writtenBytes).toBe(fourth.bytes)
    await make({ folder: place, key })
    expect(await readdir(join(place, 'files'))).toEqual([fourth.manifest.keyId])
    const names = await t.app.db.select({ name: backups.name }).from(backups)
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining([first.manifest.name, fourth.manifest.name]))
  })

  it('beyond the limit are deleted before the next one is made, with the files that only they need', async () => {
    const place = await makeFolder()
    const video = await makeStoredVideo()
    await make({ folder: place, keep: 9 })
    await t.as(admin.token)(deleteVideo, { params: { id: video.id } })
    const second = await make({ folder: place, keep: 9 })
    const stored = join(place, 'files/plain', video.file ?? '')
    expect((await listFiles(place)).has(stored)).toBe(true)
    await makeStoredVideo()
    const stopped = makeReading(place, () => Promise.reject(new Error('The disk is full.')), { keep: 1 })
    await expect(stopped).rejects.toThrow('The disk is full.')
    expect(await listBackups(place)).toEqual([second.manifest.name])
    expect((await listFiles(place)).has(stored)).toBe(false)
  })

  it('that cannot be read do not prevent a new one, but keep every stored file until then', async () => {
    const place = await makeFolder()
    const damaged = (await make({ folder: place })).manifest.name
    await truncate(join(place, damaged, 'manifest.json'), 50)
    for (const old of ['2026-01-01T00-00-00Z', '2026-01-02T00-00-00Z']) await mkdir(join(place, old))
    const before = await listFiles(join(place, 'files'))
    await expect(make({ folder: place })).rejects.toThrow(`The manifest of ${damaged} cannot be read.`)
    const names = await listBackups(place)
    expect(names.slice(0, -1)).toEqual([damaged])
    await checkBackup(place, names[1] ?? '', undefined)
    expect(await listFiles(join(place, 'files'))).toEqual(before)
    await make({ folder: place })
  })
})

describe('the nightly backup', () => {
  const readQueue = async (name: string) =>
    (await t.as(admin.token)(system.listJobQueues, {})).queues.find((queue) => queue.name === name)

  it('runs in a job, and admins see when the last one was made and whether it is late', async () => {
    const read = () => t.as(admin.token)(readLastBackup, {})
    await t.app.db.delete(backups)
    expect(await read()).toEqual({ isOn: true, last: null, isLate: true })
    await enqueueBackup(t.app)
    const { last, isLate } = await waitFor(async () => {
      const reply = await read()
      expect(reply.last).not.toBeNull()
      return reply
    })
    expect(isLate).toBe(false)
    expect(last?.bytes).toBeGreaterThan(last?.writtenBytes ?? 0)
    expect(last?.files).toBeGreaterThan(0)
    const lateAt = new Date(t.app.clock.now().getTime() - 27 * 3_600_000)
    await t.app.db.update(backups).set({ snapshotAt: lateAt })
    expect(await read()).toMatchObject({ isLate: true })
    const [row] = await t.app.db.select().from(backups)
    const older = new Date(lateAt.getTime() - 3_600_000)
    if (row) await t.app.db.insert(backups).values({ ...row, name: 'older', snapshotAt: older, bytes: 1 })
    expect((await read()).last).toMatchObject({ snapshotAt: lateAt.toISOString(), bytes: row?.bytes })
    await t.app.db.delete(backups).where(eq(backups.name, 'older'))
    expect(await readQueue('nightly-backup')).toMatchObject({
      isSchedule: true,
      nextRunAt: expect.stringMatching('T00:45:00.000Z'),
    })
  })

  it('sends a mail to admins if every attempt fails', async () => {
    await rename(folder, `${folder}.away`)
    try {
      await enqueueBackup(t.app)
      // The attempts are minutes apart.
      await waitFor(async () => {
        const { rowCount } = await t.app.pool.query(
          `update pgboss.job set start_after = now() where name = 'backups' and state = 'retry' and start_after > now()`,
        )
        if (rowCount) await wakeQueue(t.app.pool, 'backups')
        const { rows } = await t.app.pool.query(
          `select output->>'message' as reason from pgboss.job where name = 'backups' and state = 'failed'`,
        )
        expect(rows).toEqual([{ reason: expect.stringContaining('does not exist') }])
      })
      const [mail] = await t.mails(admin.email, 'The nightly backup failed')
      expect(mail?.text).toContain('Last night’s backup was not made.')
    } finally {
      await rename(`${folder}.away`, folder)
    }
  })

  it('after a failure mails only admins who can see the jobs page and still have access when the mail is sent', async () => {
    const [auditor, removed, content] = [
      await makeAnotherAdmin(t, admin, 'auditor'),
      await makeAnotherAdmin(t, admin, 'auditor'),
      await makeAnotherAdmin(t, admin, 'content'),
    ]
    await t.app.db.update(admins).set({ removedAt: new Date() }).where(eq(admins.id, removed.id))
    const sent: string[] = []
    const mailer = { ...t.app.mailer, send: async ({ to }: { to: string }) => void sent.push(to) }
    const enqueued: unknown[] = []
    const jobs = { ...t.app.jobs, send: async (_db: unknown, _queue: unknown, job: unknown) => void enqueued.push(job) }
    await mailFailure(Object.assign(Object.create(t.app), { jobs }))
    expect(enqueued).toHaveLength(2)
    expect(enqueued).toEqual(expect.arrayContaining([{ adminId: admin.id }, { adminId: auditor.id }]))
    for (const { id } of [admin, auditor, removed, content])
      await sendBackupMail(Object.assign(Object.create(t.app), { mailer }), { adminId: id })
    expect(sent).toEqual([admin.email, auditor.email])
  })

  it('is logged, as an error if a file was missing from the store', async () => {
    const { log, lines } = captureLog()
    await runBackup(Object.assign(Object.create(t.app), { log }))
    const name = (await listBackups(folder)).at(-1)
    expect(lines()).toEqual([expect.objectContaining({ msg: 'a backup was made', backup: name })])
    const picture = `pictures/${randomUUID()}.webp`
    await t.app.db.update(admins).set({ picture }).where(eq(admins.id, admin.id))
    await runBackup(Object.assign(Object.create(t.app), { log }))
    expect(lines().slice(1)).toEqual([
      expect.objectContaining({ msg: 'a backup was made' }),
      expect.objectContaining({ msg: 'the backup lacks files that the store did not have', missing: 1, level: 50 }),
    ])
  })

  it('is not made by a server without BACKUP_DIR', async () => {
    const names = await listBackups(folder)
    await runBackup(Object.assign(Object.create(t.app), { config: { ...t.app.config, backupDir: undefined } }))
    expect(await listBackups(folder)).toEqual(names)
  })
})
