// Kills a server while it is storing videos. Afterwards the stored files and the rows must match.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { listStoredFiles } from '../../../test/videos.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeAdmin } from '../../../test/factories.ts'
import { sweepOrphanedFiles } from '../stored-files.ts'
import { videos } from '../tables.ts'

const t = await openTestApp()

const script = join(import.meta.dirname, '../../../test/upload-until-killed.ts')

/** Kills a server shortly after it has stored two videos. Returns the ids of the videos that it acknowledged. */
async function killWhileUploading(adminId: string, delayMs: number): Promise<string[]> {
  const { connectionString = '' } = t.app.pool.options
  const { dataDir, filesDir } = t.app.config
  const args = [script, connectionString, filesDir, join(dataDir, 'second'), adminId]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const acknowledged: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (line !== 'ready') acknowledged.push(line)
    if (acknowledged.length === 2) setTimeout(() => child.kill('SIGKILL'), delayMs)
  }
  await exited
  return acknowledged
}

it('B-02 U-04 every acknowledged video is stored, and every file has its row', async () => {
  const admin = await makeAdmin(t)
  const acknowledged: string[] = []
  for (let round = 0; round < 3; round += 1) {
    acknowledged.push(...(await killWhileUploading(admin.id, Math.random() * 200)))
    await sweepOrphanedFiles(t.app)
    const rows = await t.app.db.select().from(videos)
    const stored = (await listStoredFiles(t)).filter((file) => file.startsWith('videos/'))
    expect(stored.toSorted()).toEqual(rows.map((row) => String(row.file)).toSorted())
    expect(rows.map((row) => row.id)).toEqual(expect.arrayContaining(acknowledged))
    for (const row of rows) {
      const bytes = await readFile(join(t.app.config.filesDir, row.file ?? ''))
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.sha256)
    }
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(6)
})
