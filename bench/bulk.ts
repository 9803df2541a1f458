// An admin's action with 10,000 of 100,000 students, and the search that finds them: the time, and the delay of other
// requests meanwhile.
import { setTimeout as delay } from 'node:timers/promises'
import { join } from 'node:path'
import { logInAdmin, registerAdmin } from '@baobab/contract/accounts-admin.ts'
import { readBulkRun, startBulkRun, type BulkRun } from '@baobab/contract/bulk.ts'
import { createClient, type Caller } from '@baobab/contract/client.ts'
import { listStudents } from '@baobab/contract/students.ts'
import { figure, median, ms, seconds, whole, type Bench, type Outcome } from './bench.ts'
import { query } from './cluster.ts'
import { readLoopDelay, type Seen } from './read-loop-delay.ts'
import { openSeed } from './seed.ts'
import { startServer, type Server } from './server.ts'

const LOOP_MS = 50
const SEARCH_MS = 100
const SEARCHES = 20
const POLL_MS = 250
const ADMIN = { username: 'adanna', email: 'adanna@baobab.example', password: 'Mango7tree!' }
/** The search that finds the students of the action. */
const SCHOOL = 'hill of stars'

async function enter(url: string): Promise<Caller> {
  const anyone = createClient({ baseUrl: url })
  await anyone(registerAdmin, { body: ADMIN })
  const reply = await anyone(logInAdmin, { body: { email: ADMIN.email, password: ADMIN.password } })
  return createClient({ baseUrl: url, token: () => reply.authToken })
}

/** Gives some students a school, and all of them a phone number, spread over the table. */
async function nameSchool(databaseUrl: string, rows: number): Promise<void> {
  await query(databaseUrl, `update students set number = '+234' || (8000000000 + abs(hashtext(username_key)))::text`)
  await query(
    databaseUrl,
    `update students set school = 'The Hill of Stars School' where id in (select id from students order by md5(id::text) limit ${rows})`,
  )
  await query(databaseUrl, 'vacuum analyze students')
}

/** Returns the median time of a search for a student by something else than the name. */
async function timeSearches(databaseUrl: string, asAdmin: Caller, part: string): Promise<number> {
  const people = await query<{ part: string }>(
    databaseUrl,
    `select ${part} as part from students order by md5(id::text || 'x') limit ${SEARCHES}`,
  )
  const took: number[] = []
  for (const { part: search } of people) {
    const began = performance.now()
    const { studentData } = await asAdmin(listStudents, { query: { search } })
    took.push(performance.now() - began)
    if (studentData.length === 0) throw new Error(`Nobody was found by ${search}.`)
  }
  return median(took)
}

type Measured = { run: BulkRun; repliedMs: number; tookMs: number; loop: Seen }

/** Starts the action, and waits until it has ended. */
async function act(server: Server, asAdmin: Caller, file: string): Promise<Measured> {
  await readLoopDelay(server, file)
  const began = performance.now()
  const { run } = await asAdmin(startBulkRun, {
    body: { action: 'students.extra-time', options: { factor: 2 }, targets: { filters: { search: SCHOOL } } },
  })
  const repliedMs = performance.now() - began
  let last = run
  while (last.state === 'running') {
    await delay(POLL_MS)
    last = (await asAdmin(readBulkRun, { params: { runId: run._id } })).run
  }
  return { run: last, repliedMs, tookMs: performance.now() - began, loop: await readLoopDelay(server, file) }
}

export async function bulk(bench: Bench): Promise<Outcome> {
  const isSmall = bench.size === 'small'
  const [number, rows] = isSmall ? [2_000, 200] : [100_000, 10_000]
  const databaseUrl = await bench.cluster.create('bulk')
  const dataDir = join(bench.folder, 'bulk')
  const file = `${dataDir}.delays`
  await (await startServer({ dataDir, databaseUrl })).stop()
  const seed = await openSeed(databaseUrl)
  await seed.crowd({ from: 0, to: number })
  await seed.settle()
  await seed.close()
  await nameSchool(databaseUrl, rows)
  const server = await startServer({ dataDir, databaseUrl, delaysFile: file })
  try {
    const asAdmin = await enter(server.url)
    const parts = { email: 'substr(email_key, 3, 12)', 'phone number': `'0' || substr(number, 5)` }
    const searches: [string, number][] = []
    for (const [what, part] of Object.entries(parts))
      searches.push([what, await timeSearches(databaseUrl, asAdmin, part)])
    const { run, repliedMs, tookMs, loop } = await act(server, asAdmin, file)
    if (run.state !== 'done' || run.done !== rows) throw new Error(`Ended as ${JSON.stringify(run)}.`)
    return {
      figures: [
        figure(`Event-loop delay during an action with ${whole(rows)} rows, p99`, loop.p99, { under: LOOP_MS }, ms),
        ...searches.map(([what, took]) =>
          figure(`A search by a part of the ${what}, of ${whole(number)} students`, took, { under: SEARCH_MS }, ms),
        ),
      ],
      notes: [
        `The action: extra time for ${whole(rows)} of ${whole(number)} students, found by their school. ` +
          `It took ${seconds(tookMs)}, ${whole(rows / (tookMs / 1_000))} rows a second; the reply with the run came after ${ms(repliedMs)}.`,
        `Event loop meanwhile: p50 ${ms(loop.p50)}, p99 ${ms(loop.p99)}, longest ${ms(loop.max)}. Delays are those of the server itself, looked at every millisecond, which they include.`,
        `Each search is the middle of ${SEARCHES} requests over HTTP, of the first page with its total.`,
      ],
    }
  } finally {
    await server.stop()
    await bench.cluster.drop('bulk')
  }
}
