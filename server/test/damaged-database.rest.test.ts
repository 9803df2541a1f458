// Changes a byte of the database on disk. The full check names the table, and finds nothing else wrong.
import { spawnSync } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts'
import { makeStudent } from './factories.ts'
import { startTestApp } from './harness.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Opens a data folder's embedded database. */
async function openDatabase(dataDir: string) {
  const ignore = () => undefined
  const embedded = await startEmbeddedPostgres({ dataDir, onDown: ignore, onLost: ignore, fsync: false })
  closing.push(() => embedded.stop())
  return embedded
}

/** Runs one of the server's programs on a data folder to completion. */
function run(program: string, dataDir: string) {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }
  const path = join(import.meta.dirname, '../src', program)
  const { status, stdout, stderr } = spawnSync(process.execPath, [path], { env, encoding: 'utf8' })
  return { status, lines: stdout.split('\n'), stderr }
}

/** Changes one byte of a file. */
async function flipByte(path: string, position: number): Promise<void> {
  const file = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, position)
  await file.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, position)
  await file.close()
}

it('B-21 with a damaged page the server does not start, and the check names its table, even next to a running server', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'baobab-damaged-'))
  closing.push(() => rm(dataDir, { recursive: true, force: true }))
  const whole = await openDatabase(dataDir)
  const t = await startTestApp({}, { databaseUrl: whole.serverUrl, ownerUrl: whole.url })
  await makeStudent(t)
  const { rows } = await t.owner.query<{ path: string }>("select pg_relation_filepath('students') as path")
  // Next to a running server.
  expect(run('verify.ts', dataDir)).toMatchObject({ status: 0, stderr: '' })
  await t.close()
  await whole.stop()

  // The last bytes of a page belong to its first row.
  await flipByte(join(whole.folder, rows[0]?.path ?? ''), 8_190)
  const { status, stderr } = run('main.mjs', dataDir)
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      'The database is damaged, and the server does not write to it. Run "npm run verify" to see what is damaged.\n',
  })
  const { status: broken, lines } = run('verify.ts', dataDir)
  expect(broken).toBe(1)
  expect(lines[0]).toMatch(/^pages: table students: invalid page in block 0 of relation/)
  expect(lines).toContain('BROKEN 1  pages: Every page of every table can be read.')
})
