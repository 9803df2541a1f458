// Tests a start of the server, in a process of its own, that is told to stop before it is done.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startMain } from './main-process.ts'
import { isAlive, postmasterPid } from './platform/data-folder.ts'
import { waitFor } from './wait-for.ts'

it('ends once its database can be stopped, and leaves no PostgreSQL behind', async () => {
  const start = startMain()
  const cluster = join(start.dataDir, 'postgres')
  const pid = await waitFor(() => postmasterPid(cluster))
  start.stop()
  expect(await start.exited()).toBe(0)
  expect(isAlive(pid)).toBe(false)
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
  expect(readFileSync(`${cluster}.log`, 'utf8')).toContain('database system is shut down')
  expect(start.output()).not.toMatch(/Open {5}http|Error/)
})
