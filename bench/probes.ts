// Measures when an answer becomes visible in ranks. During the storm, students with unique scores answer in turn, each paired with a
// watcher with the same score. The watcher's rank grows by one exactly when that answer is visible.
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { myRank } from '@baobab/contract/leaderboard/endpoints.ts'
import { answerQuestion } from '@baobab/contract/quiz/endpoints.ts'
import { requestBytes, responseOf } from './calls.ts'
import { query } from './cluster.ts'
import { CATEGORY, questionIdOf, quiz, RIGHT, studentIdOf, tokenOf } from './seeded-ids.ts'
import type { Range, Seed } from './seed.ts'
import { openWire, type Wire } from './wire.ts'

const MOST = 200
/** Far above every score in the storm, with a gap of two answers between them. */
const LOWEST = 100_000
const FIRST_PROBER = 1_000_000
const FIRST_WATCHER = 2_000_000
const PAUSE_MS = 200
const EVERY_MS = 5
const PATIENCE_MS = 10_000

const rangeOf = (first: number): Range => ({ from: first, to: first + MOST })

/** Seeds the students who answer and the watchers. */
export async function makeProbes(seed: Seed): Promise<void> {
  for (const first of [FIRST_PROBER, FIRST_WATCHER]) {
    const range = rangeOf(first)
    await seed.students(range)
    await seed.sessions(range)
    await seed.standings(range, `(${LOWEST} + (n - ${first}) * 20)::integer`)
  }
  await seed.attempts(rangeOf(FIRST_PROBER))
}

/** Creates a client for one student over a separate connection, so that it never waits for another request. */
const clientFor = (wire: Wire, url: string, student: number) =>
  createClient({
    token: () => tokenOf(student),
    fetch: async (path, init) => responseOf(await wire.send(requestBytes(url + path, init))),
  })

type Shown = { prober: number; at: number }
export type Probes = {
  /** Stops. Returns the longest time until an answer was visible on a server, and the number of samples. */
  end(databaseUrl: string): Promise<{ worstMs: number; shown: number }>
}

/** Starts: each answer is sent to the next server in turn, and awaited on all of them. */
export async function startProbes(urls: readonly string[]): Promise<Probes> {
  const ways = await Promise.all(urls.map(async (url) => ({ url, wire: await openWire(url) })))
  const seen: Shown[] = []
  let isOn = true

  const rankOn = async ({ url, wire }: (typeof ways)[number], n: number) =>
    (await clientFor(wire, url, FIRST_WATCHER + n)(myRank, { query: { ageCategory: CATEGORY } })).rank ?? Number.NaN
  const showsOn = async (way: (typeof ways)[number], n: number, before: number) => {
    const end = Date.now() + PATIENCE_MS
    while ((await rankOn(way, n)) !== before + 1) {
      if (Date.now() > end) throw new Error(`An answer is not visible on ${way.url}.`)
      await delay(EVERY_MS)
    }
    seen.push({ prober: FIRST_PROBER + n, at: Date.now() })
  }
  const probe = async (n: number) => {
    const before = await Promise.all(ways.map((way) => rankOn(way, n)))
    const { url } = ways[n % ways.length] ?? { url: '' }
    const wire = await openWire(url)
    const body = { triviaId: questionIdOf(0), answer: RIGHT }
    const answering = clientFor(wire, url, FIRST_PROBER + n)(answerQuestion, { params: quiz, body })
    await Promise.all([answering, ...ways.map((way, at) => showsOn(way, n, before[at] ?? Number.NaN))])
    wire.close()
  }
  const probing = (async () => {
    for (let n = 0; n < MOST && isOn; n += 1) {
      await probe(n)
      await delay(PAUSE_MS)
    }
  })()

  return {
    async end(databaseUrl) {
      isOn = false
      await probing
      for (const { wire } of ways) wire.close()
      const times = await answerTimes(databaseUrl)
      const took = seen.map(({ prober, at }) => at - (times.get(studentIdOf(prober)) ?? Number.NaN))
      return { worstMs: Math.max(...took), shown: took.length }
    },
  }
}

/** When each student answered, according to the ledger. This is before the commit, so no time is reported too short. */
async function answerTimes(databaseUrl: string): Promise<Map<string, number>> {
  const rows = await query<{ student_id: string; at: Date }>(
    databaseUrl,
    'select student_id, at from standing_changes where delta > 0 and score_after > $1',
    [LOWEST],
  )
  return new Map(rows.map(({ student_id, at }) => [student_id, at.getTime()]))
}
