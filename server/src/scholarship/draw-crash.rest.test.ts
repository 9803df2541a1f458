// Cuts all of a server's connections at each statement of each step of a draw, as when its process dies. Another server then
// finishes the step.
import { checkDraw } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { ResultFile } from '@baobab/contract/scholarship/draw/files.ts'
import { FREEZE_AFTER_MS, STRIKE_BEFORE_MS } from '@baobab/contract/scholarship/draw/schedule.ts'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { monthCloses, shortMonthName } from '@baobab/contract/scholarship/rules.ts'
import { and, eq, gte, like } from 'drizzle-orm'
import type { Socket } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { makeQuiz, makeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { students } from '../accounts/tables.ts'
import { notifications } from '../notifications/tables.ts'
import type { App } from '../platform/app.ts'
import { openDatabase } from '../platform/database/database.ts'
import { announceList, announceNotices } from './announce.ts'
import { readDrawFile } from './draw-files.ts'
import { freezeDueLists } from './freeze-list.ts'
import { findDraw } from './queries.ts'
import { runDueDraws } from './run-draw.ts'
import { toBeacons, toNotices } from './rules.ts'
import { strikeDueDraws } from './strike-out.ts'
import { draws } from './tables.ts'

const ENTRANTS = 3

let heldId: string
const t = await openTestApp({ SCHOLARSHIP_REQUIRES_PAYMENT: 'false' })
/** Tells entrants step by step here instead of through jobs. */
const server: App = { ...t.app, jobs: { ...t.app.jobs, send: async () => undefined } }
beforeAll(async () => {
  const quiz = await makeQuiz(t)
  for (let n = 0; n < ENTRANTS; n += 1) {
    const student = await makeStudent(t, { birth: '2014-05-01' })
    await quizCalls((token) => t.as(token)).answer(student, quiz, 0, 'right')
    heldId = student.id
  }
  // Someone to strike out.
  await t.app.db.update(students).set({ heldAt: t.app.clock.now() }).where(eq(students.id, heldId))
})

/** How a server dies: before it sends its statement with this number, or right after, so that it never reads the reply. */
type End = { at: number; when: 'before' | 'after' }

/** Returns the server with its own connections, all of which are cut at one moment. */
function makeDoomed({ at, when }: End) {
  const database = openDatabase({ url: t.databaseUrl, onError: () => undefined })
  const sockets: Socket[] = []
  let sent = 0
  let isCut = false
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  database.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...statement: unknown[]) => unknown
    sockets.push((client as unknown as { connection: { stream: Socket } }).connection.stream)
    client.query = (...statement: unknown[]) => {
      const isLast = sent === at
      sent += 1
      if (isLast && when === 'before') cut()
      const reply = query(...statement)
      if (isLast && when === 'after') cut()
      return reply as never
    }
  })
  const app: App = { ...server, db: database.db, pool: database.pool }
  return { app, wasCut: () => isCut, close: () => database.close() }
}

/** Runs a step on a server that dies during it, and again on another one. @returns whether the first one died */
async function runTwice(end: End, step: (app: App) => Promise<void>): Promise<boolean> {
  const doomed = makeDoomed(end)
  await step(doomed.app).catch(() => undefined)
  await doomed.close()
  await step(server)
  return doomed.wasCut()
}

/** Holds a month's draw, cutting off each of its steps once. @returns how many were cut off */
async function holdDraw(month: string, end: End): Promise<number> {
  const { closesAt } = monthCloses(month)
  let cut = 0
  const run = async (step: (app: App) => Promise<void>) => {
    if (await runTwice(end, step)) cut += 1
  }
  t.app.clock.set(new Date(closesAt.getTime() + FREEZE_AFTER_MS + 1_000))
  await run(freezeDueLists)
  const { draw, state } = await findDraw(server, month)
  if (state.state !== 'waiting') throw new Error(`The draw of ${month} is ${state.state}.`)
  const { dueAt } = state
  await run((app) => announceList(app, { drawId: draw.id }))
  t.app.clock.set(new Date(dueAt.getTime() - STRIKE_BEFORE_MS))
  await run(strikeDueDraws)
  await run((app) => announceNotices(app, { drawId: draw.id, count: 2 }))
  t.app.clock.set(new Date(dueAt.getTime() + 1_000))
  await run(runDueDraws)
  return cut
}

async function expectOneTrueDraw(month: string): Promise<void> {
  const rows = await t.app.db.select().from(draws).where(eq(draws.month, month))
  expect(rows).toHaveLength(1)
  const loaded = await findDraw(server, month)
  expect(loaded.events.map(({ kind }) => kind)).toEqual(['published', 'struck', 'drawn'])
  const list = await readDrawFile(server, loaded, 'list.txt')
  const result = ResultFile.parse(JSON.parse(await readDrawFile(server, loaded, 'result.json')))
  const { chain, events, draw } = loaded
  const check = checkDraw({ month, list, chain, beacons: toBeacons(events), notices: toNotices(loaded), result })
  expect(check.steps.filter(({ isTrue }) => !isTrue)).toEqual([])
  expect(check).toMatchObject({ outcome: 'drawn', listHash: draw.listHash })
  const told = await t.app.db
    .select({ title: notifications.title })
    .from(notifications)
    // The name of the month comes again after a year.
    .where(and(like(notifications.title, `%${shortMonthName(month)}%`), gte(notifications.createdAt, draw.frozenAt)))
  const count = (start: string) => told.filter(({ title }) => title.startsWith(start)).length
  expect([count('You are in'), count('News about'), count('You won')]).toEqual([ENTRANTS, ENTRANTS, 1])
}

it.each(['before', 'after'] as const)(
  'B-04 a server dies %s any statement: there is one draw, with the winner that its files imply',
  async (when) => {
    const cut: number[] = []
    while (cut.at(-1) !== 0) {
      const month = lagosDate(t.app.clock.now()).slice(0, 7)
      cut.push(await holdDraw(month, { at: cut.length, when }))
      await expectOneTrueDraw(month)
    }
    expect(cut[0]).toBe(5)
  },
)
