// Starts the server where it cannot start, or has to make room first: each refusal is one sentence with an exit code of its own.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts'
import { watchDiskSpace } from '../src/platform/database/disk-space.ts'
import { createLog } from '../src/platform/log.ts'
import { canMount, fillDisk, mountDisk } from './mount-disk.ts'
import { query } from './platform/data-folder.ts'

const main = join(import.meta.dirname, '../src/main.mjs')

/** Runs the server until it exits. */
function run(dataDir: string) {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0' }
  const { status, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' })
  return { status, stderr }
}

async function mount(megabytes: number): Promise<string> {
  const { folder, unmount } = await mountDisk(megabytes)
  onTestFinished(unmount)
  chmodSync(folder, 0o755)
  return folder
}

describe.runIf(canMount)('the start', () => {
  it('is refused on a read-only disk', async () => {
    const folder = await mount(8)
    expect(spawnSync('mount', ['-o', 'remount,ro', folder]).status).toBe(0)
    const { status, stderr } = run(join(folder, 'data'))
    expect(stderr).toBe(
      `${folder}/data cannot be written: the file system is read-only. ` +
        'Let the user of the server write there, or set DATA_DIR or FILES_DIR to another folder.\n',
    )
    expect(status).toBe(73)
  })

  it('B-09 succeeds on a full disk with the space that was kept for it, and then says that the disk is full', async () => {
    const dataDir = join(await mount(256), 'data')
    const first = await startEmbeddedPostgres({ dataDir, fsync: false })
    const space = await watchDiskSpace(first.folder, createLog({ level: 'silent' }))
    await query(first.url, 'create table lines as select 1 as line')
    space.close()
    await first.stop()
    const reserve = `${first.folder}.reserve`
    expect(existsSync(reserve)).toBe(true)
    fillDisk(join(dataDir, '..'))

    const second = await startEmbeddedPostgres({ dataDir, fsync: false })
    expect(existsSync(reserve)).toBe(false)
    expect(await query(second.url, 'select line from lines')).toEqual([1])
    await second.stop()

    // Nothing is left to delete.
    fillDisk(join(dataDir, '..'), 'more')
    const { status, stderr } = run(dataDir)
    expect(stderr).toMatch(/^The disk .*full.*\n$/)
    expect(status).toBe(74)
    rmSync(join(dataDir, '..', 'filler'))
    const third = await startEmbeddedPostgres({ dataDir, fsync: false })
    expect(await query(third.url, 'select line from lines')).toEqual([1])
    await third.stop()
  })
})
