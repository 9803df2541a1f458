import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { createClock } from '../../src/platform/clock.ts'
import { openDatabase, type Database } from '../../src/platform/database/database.ts'
import { unwatchedDisk, type DiskSpace } from '../../src/platform/database/disk-space.ts'
import { openJobs, type Jobs, type Queue } from '../../src/platform/jobs/jobs.ts'
import { createLog } from '../../src/platform/log.ts'
import { createDatabase, type TestDatabase } from '../create-database.ts'
import { waitFor } from '../wait-for.ts'

type Line = { msg: string; queue?: string; job?: string; attempt?: number; err: { message: string } }

/** Creates a database for a file's tests, and closes the job systems that each test opens on it. */
export function useJobs() {
  let created: TestDatabase | undefined
  let database: Database | undefined
  const opened: Jobs[] = []
  beforeAll(async () => {
    created = await createDatabase()
    database = openDatabase({ url: created.url, onError: () => {} })
  })
  afterEach(async () => {
    for (const jobs of opened.splice(0)) await jobs.close()
  })
  afterAll(async () => {
    await database?.close()
    await created?.drop()
  })

  const readCreated = (): TestDatabase => {
    if (!created) throw new Error('not created yet')
    return created
  }
  const readDatabase = (): Database => {
    if (!database) throw new Error('not opened yet')
    return database
  }

  /** Opens a job system and collects its log. */
  async function open(url = readCreated().url, diskSpace: Pick<DiskSpace, 'untilFull'> = unwatchedDisk) {
    const lines: Line[] = []
    const log = createLog({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as Line) })
    const jobs = await openJobs({ url, log, clock: createClock(), diskSpace })
    opened.push(jobs)
    const linesFor = (queue: string, count = 1) =>
      waitFor(() => {
        const found = lines.filter((line) => line.queue === queue)
        expect(found.length).toBeGreaterThanOrEqual(count)
        return found
      })
    return { jobs, lines, linesFor }
  }

  /** Reads a queue's jobs, oldest first. */
  async function readJobs(queue: string) {
    const { rows } = await readDatabase().pool.query<{
      id: string
      state: string
      output: { message: string } | null
    }>('select id, state, output from pgboss.job where name = $1 order by created_on', [queue])
    return rows
  }

  return {
    get created() {
      return readCreated()
    },
    get database() {
      return readDatabase()
    },
    /** The job systems that are closed after the test. */
    opened,
    open,
    readJobs,
    send: (jobs: Jobs, queue: Queue<object>) => jobs.send(readDatabase().db, queue, {}),
  }
}
