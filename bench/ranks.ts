// Ranks: read over HTTP with several numbers of students, loaded when a server starts, and looked up in memory compared
// with Redis.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { myRank } from '@baobab/contract/leaderboard/endpoints.ts'
import { z } from 'zod'
import { figure, median, mib, ms, ratio, seconds, skipped, whole } from './bench.ts'
import type { Bench, Figure, Outcome } from './bench.ts'
import { bytesOf } from './calls.ts'
import { drive, type Driven } from './driver.ts'
import { CATEGORY, score, scoreOf, tokenOf } from './seeded-ids.ts'
import { run, versionOf } from './processes.ts'
import { startRedis } from './redis.ts'
import { openSeed } from './seed.ts'
import { startServer, type Server } from './server.ts'

const sizes = { small: [1_000, 10_000], usual: [10_000, 1_000_000], full: [10_000, 1_000_000, 10_000_000] }
const CONNECTIONS = 16
const ROUNDS = 5
/** The number of logged-in students, distributed evenly among all students. */
const READERS = 10_000
const SLOW_MS = 500

type Sized = { students: number; every: number; server: Server; loadMs: number; slow: string; rounds: Driven[] }

const nameOf = (students: number) => `ranks_${students}`

/** Returns the time of the query that loads all counts, from PostgreSQL's log. */
function loadingTime(log: string): number {
  const [, duration] =
    /duration: ([\d.]+) ms +(?:execute|statement)[^\n]*count\(\*\)[^\n]*from standings/.exec(log) ?? []
  return Number(duration)
}

/** Returns a starting server's slowest other statements, in log order. */
function slowStatements(log: string): string {
  const durations = log.matchAll(/duration: ([\d.]+) ms +(?:execute|statement)[^:\n]*:\s*((?:[^\n]*(?:\n\t)?){1,3})/g)
  const slow = [...durations].filter(([, duration]) => Number(duration) > SLOW_MS)
  return slow
    .map(([, duration, text]) => `${seconds(Number(duration))} for \`${text?.replaceAll(/\s+/g, ' ').slice(0, 60)}…\``)
    .join(', ')
}

async function openSize(bench: Bench, students: number): Promise<Sized> {
  const name = nameOf(students)
  const databaseUrl = await bench.cluster.create(name)
  const dataDir = join(bench.folder, name)
  await (await startServer({ dataDir, databaseUrl })).stop()
  const seed = await openSeed(databaseUrl)
  const range = { from: 0, to: students }
  const every = Math.max(1, Math.floor(students / READERS))
  const began = performance.now()
  await seed.students(range)
  await seed.sessions(range, every)
  await seed.standings(range, score('n'))
  await seed.settle()
  await seed.setting('log_min_duration_statement', '0')
  const begin = (await bench.cluster.log())?.length
  const seededMs = performance.now() - began
  const server = await startServer({ dataDir, databaseUrl })
  const log = (await bench.cluster.log())?.slice(begin) ?? ''
  const loadMs = loadingTime(log)
  await seed.setting('log_min_duration_statement', '-1')
  await seed.close()
  bench.say(`  ${whole(students)} students: made in ${seconds(seededMs)}, server up in ${ms(server.startMs)}`)
  // The first server's connections still log every statement; those of a new server do not.
  await server.stop()
  return {
    students,
    every,
    server: await startServer({ dataDir, databaseUrl }),
    loadMs,
    slow: slowStatements(log),
    rounds: [],
  }
}

/** Compares ranks over HTTP with ranks counted from the scores. */
async function checkRank({ server, students, every }: Sized): Promise<void> {
  const reader = every * Math.floor(students / every / 3)
  const call = createClient({ baseUrl: server.url, token: () => tokenOf(reader) })
  const shown = await call(myRank, { query: { ageCategory: CATEGORY } })
  let above = 0
  for (let n = 0; n < students; n += 1) if (scoreOf(n) > scoreOf(reader)) above += 1
  if (shown.rank !== above + 1 || shown.score !== scoreOf(reader) || shown.total !== students)
    throw new Error(`Rank ${shown.rank} of ${shown.total} with ${shown.score} points; counted ${above + 1}.`)
}

async function readRanks({ server, students, every, rounds }: Sized, forSeconds: number): Promise<void> {
  const readers = Math.floor((students - 1) / every) + 1
  const requests = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const drawn = Array.from({ length: 500 }, () => every * Math.floor(Math.random() * readers))
      const made = drawn.map((n) =>
        bytesOf({ url: server.url, token: tokenOf(n) }, (call) => [call(myRank, { query: { ageCategory: CATEGORY } })]),
      )
      return (await Promise.all(made)).flat()
    }),
  )
  rounds.push(await drive({ url: server.url, requests, repeat: true, seconds: forSeconds, warmSeconds: 1 }))
}

const residentBytes = async (pid: number) =>
  1_024 * Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1])

async function overHttp(bench: Bench): Promise<Outcome & { largest: number }> {
  const opened: Sized[] = []
  try {
    for (const students of sizes[bench.size]) opened.push(await openSize(bench, students))
    for (const size of opened) await checkRank(size)
    // Alternating, so that other load on the machine affects all sizes alike.
    for (let round = 0; round < ROUNDS; round += 1)
      for (const size of opened) await readRanks(size, bench.size === 'small' ? 1 : 5)
    return await reportHttp(opened)
  } finally {
    for (const { server } of opened) await server.stop()
    for (const students of sizes[bench.size]) await bench.cluster.drop(nameOf(students))
  }
}

async function reportHttp(opened: readonly Sized[]): Promise<Outcome & { largest: number }> {
  const rows = await Promise.all(
    opened.map(async ({ students, server, loadMs, slow, rounds }) => ({
      students,
      slow,
      loadMs,
      startMs: server.startMs,
      perSecond: median(rounds.map(({ perSecond }) => perSecond)),
      p50: median(rounds.map(({ p50 }) => p50)),
      p99: median(rounds.map(({ p99 }) => p99)),
      resident: await residentBytes(server.pid),
    })),
  )
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (!first || !last) throw new Error('No size was measured.')
  const grows = figure(
    `p99 of a rank over HTTP at ${whole(last.students)} students / at ${whole(first.students)}`,
    last.p99 / first.p99,
    { under: 1.5 },
  )
  return {
    largest: last.students,
    figures: [
      grows,
      Number.isNaN(last.loadMs)
        ? skipped('Time to load the ranking', 'under 5.0 s', "POSTGRES_LOG must name PostgreSQL's log")
        : figure(`Time to load the ranking of ${whole(last.students)}`, last.loadMs, { under: 5_000 }, seconds),
    ],
    notes: rows.map(
      (row) =>
        `${whole(row.students)} students: ${whole(row.perSecond)} ranks/s over HTTP, p50 ${ms(row.p50)}, p99 ${ms(row.p99)} ` +
        `(${CONNECTIONS} connections); ${Number.isNaN(row.loadMs) ? '' : `ranking loaded in ${ms(row.loadMs)}, `}server up in ${seconds(row.startMs)}, ` +
        `its memory in all ${mib(row.resident)}.${row.slow ? ` Slow statements at its start: ${row.slow}.` : ''}`,
    ),
  }
}

const InProcess = z.object({ perSecond: z.number(), bytes: z.number(), total: z.number() })

async function besideRedis(bench: Bench, students: number): Promise<Outcome> {
  const script = join(import.meta.dirname, 'in-process.ts')
  const ours = InProcess.parse(JSON.parse(await run(process.execPath, ['--expose-gc', script, String(students)])))
  const memory = figure('Memory of the ranking', ours.bytes, { under: 64 * 1_048_576 }, mib)
  const what = `Score to rank in process / ZREVRANK of a local Redis, ${whole(students)} members`
  const reference = versionOf('redis-server')
  const install = 'apt-get install redis-server'
  if (reference === undefined || versionOf('redis-benchmark') === undefined)
    return { figures: [skipped(what, 'at least 10.00', install), memory], notes: [] }
  const redis = await startRedis(join(bench.folder, 'redis'), students)
  try {
    const perSecond = await redis.ranksPerSecond()
    const compared: Figure = figure(what, ours.perSecond / perSecond, { least: 10 })
    const version = /v=([\d.]+)/.exec(reference)?.[1]
    return {
      figures: [compared, memory],
      notes: [
        `In process ${whole(ours.perSecond)} ranks/s; Redis ${version} ${whole(perSecond)}/s (random members, pipelined by 32). ` +
          'Redis finds the score of the member too, and answers over a socket; in process the score is given.',
        `Memory: counts ${mib(ours.bytes)}, Redis ${mib(redis.bytes)} (ratio ${ratio(redis.bytes / ours.bytes)}), which holds the members too.`,
      ],
    }
  } finally {
    await redis.stop()
  }
}

export async function ranks(bench: Bench): Promise<Outcome> {
  const http = await overHttp(bench)
  const memory = await besideRedis(bench, http.largest)
  return { figures: [...http.figures, ...memory.figures], notes: [...http.notes, ...memory.notes] }
}
