// npm run grow -- --students 1000000 --answers 5000000 --videos 10000 [--write] [--keep]
//
// Fills a database with a year of use, and measures what depends on its size: tables and indexes, the plans of statements in hot paths,
// what an answer writes, the start of a server, and the nightly jobs. --keep leaves the database (of DATABASE_URL); --write replaces the
// section in RESULTS.md.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { answerQuestion } from '@baobab/contract/quiz/endpoints.ts'
import { mib, ms, seconds, whole, type Outcome, type Table } from './bench.ts'
import { query, withCluster, type Cluster } from './cluster.ts'
import { explaining, parseExplained } from './explained.ts'
import { GROWN, QUESTIONS, RIGHT, type Growth } from './grown-tables.ts'
import { measureHotPaths, type QuizVideo, type HotPath } from './hot-paths.ts'
import { run } from './processes.ts'
import { busyness, writeSection } from './results.ts'
import { CATEGORY, questionIdOf, studentId, tokenOf } from './seeded-ids.ts'
import { openSeed } from './seed.ts'
import { SERVER_ROLE, startServer, type Server } from './server.ts'

const NAME = 'growth'
/** A table with more rows is large: the cost of reading all of it would grow with the table. */
const LARGE = 20_000
/** How many students take a quiz while their writes are being counted. */
const ANSWERING = 30
const root = join(import.meta.dirname, '..')
const say = (text: string) => void process.stdout.write(`${text}\n`)

/** Prints and returns a table once it is measured. */
function show(table: Table): Table {
  const { title, head, rows } = table
  say([`\n${title}`, head.join(' | '), ...rows.map((row) => row.join(' | '))].join('\n'))
  return table
}

type Size = { table: string; rows: number; heap: number; indexes: number }

/** Reads the size of each table, including its indexes and out-of-line storage. */
const readSizes = (url: string) =>
  query<Size>(
    url,
    `select relname as table, reltuples::float8 as rows, (pg_table_size(oid))::float8 as heap, pg_indexes_size(oid)::float8 as indexes
     from pg_class where oid = any ($1::regclass[]) order by pg_total_relation_size(oid) desc`,
    [[...GROWN]],
  )

const tableOfSizes = (sizes: readonly Size[]): Table => ({
  title: 'Tables',
  head: ['Table', 'Rows', 'Table', 'Indexes', 'Bytes a row', 'of it indexes'],
  rows: sizes.map(({ table, rows, heap, indexes }) => [
    table,
    whole(rows),
    mib(heap),
    mib(indexes),
    whole((heap + indexes) / Math.max(1, rows)),
    whole(indexes / Math.max(1, rows)),
  ]),
})

const tableOfPaths = (paths: readonly HotPath[]): Table => ({
  title: 'Hot paths',
  head: ['Request', 'In the database', 'Whole request', 'Rows read, at most', 'Large tables read whole'],
  rows: paths.map(({ name, databaseMs, requestMs, rows, sequential }) => [
    name,
    ms(databaseMs),
    ms(requestMs),
    whole(rows),
    sequential.join(', ') || 'none',
  ]),
})

/** Finds students with a session (the even numbers), makes them old enough for the quizzes, and finds each one's next video. */
function finder(url: string, { students, answers, videos }: Growth) {
  return async (round: number) => {
    // Spread over all students, for any number of rounds.
    const n = 2 * Math.floor((students * ((round * 0.618_034) % 1)) / 2)
    // Distributed as in grown-tables.ts: the next one after the last attempt.
    const next = Math.ceil((answers / QUESTIONS - n) / students) + round
    const number = (next + n) % videos
    const [student] = await query<{ username: string }>(
      url,
      `update students set birth = current_date - 5000 where id = ${studentId(String(n))} returning username`,
    )
    const [video] = await query<QuizVideo>(url, 'select id, title from videos where title_key = $1', [
      `video ${number}`,
    ])
    if (!student || !video) throw new Error('There are too few students or videos.')
    return { n, username: student.username, video: { ...video, n: number } }
  }
}

/**
 * Counts the bytes of PostgreSQL's log (WAL) written by whole quizzes, excluding their finish: right after a checkpoint, when the first
 * change to each page logs the whole page.
 * @param from the first round of students that no other measurement has used
 */
async function measureWrites(url: string, server: Server, growth: Growth, from: number): Promise<string> {
  const find = finder(url, growth)
  const readPosition = async () =>
    Number((await query<{ at: string }>(url, "select pg_current_wal_insert_lsn() - '0/0' as at"))[0]?.at)
  await query(url, 'checkpoint')
  const before = await readPosition()
  for (let round = 0; round < ANSWERING; round += 1) {
    const { n: student, video } = await find(from + round)
    const call = createClient({ baseUrl: server.url, token: () => tokenOf(student) })
    const params = { videoTitle: video.title, ageCategory: CATEGORY } as const
    for (let n = 0; n < QUESTIONS; n += 1)
      await call(answerQuestion, {
        params,
        body: { triviaId: questionIdOf(video.n * QUESTIONS + n), answer: RIGHT },
      })
  }
  const bytes = (await readPosition()) - before
  return `${whole(bytes / ANSWERING)} bytes for each quiz of ${QUESTIONS} answers (${ANSWERING} students, one after the other)`
}

/** Runs the nightly jobs, and returns the slowest statements of the full check. */
async function measureNight(cluster: Cluster, url: string, folder: string): Promise<Table> {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: join(folder, 'night'),
    BACKUP_DIR: join(folder, 'backup'),
    NODE_NO_WARNINGS: '1',
  }
  await mkdir(env.BACKUP_DIR)
  const begin = (await cluster.log())?.length ?? 0
  const checking = performance.now()
  await run(process.execPath, [join(root, 'server/src/verify.ts')], {
    env: { ...env, DATABASE_URL: explaining(url) },
  }).catch(() => undefined)
  const checked = performance.now() - checking
  const statements = parseExplained((await cluster.log())?.slice(begin) ?? '')
  const slowest = statements.toSorted((a, b) => b.ms - a.ms).slice(0, 6)
  const copying = performance.now()
  const asServer = Object.assign(new URL(url), { username: SERVER_ROLE, password: SERVER_ROLE }).href
  await run(process.execPath, [join(root, 'server/src/backup.ts')], { env: { ...env, DATABASE_URL: asServer } })
  const copied = performance.now() - copying
  return {
    title: 'A night',
    head: ['What', 'Time'],
    rows: [
      ['`npm run verify`', seconds(checked)],
      ...slowest.map((one) => [
        `of it: \`${one.text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 90)}\``,
        seconds(one.ms),
      ]),
      ['`npm run backup`, the first one', seconds(copied)],
    ],
  }
}

async function measure(
  cluster: Cluster,
  url: string,
  folder: string,
  growth: Growth,
  madeMs: number,
): Promise<Outcome> {
  const sizes = await readSizes(url)
  const tables = [show(tableOfSizes(sizes))]
  const large = new Set(sizes.filter(({ rows }) => rows > LARGE).map(({ table }) => table))
  const traced = await startServer({ dataDir: join(folder, 'traced'), databaseUrl: explaining(url), asOwner: true })
  const paths = await measureHotPaths({ cluster, url: traced.url, find: finder(url, growth), large })
  tables.push(show(tableOfPaths(paths)))
  await traced.stop()
  const plain = await startServer({ dataDir: join(folder, 'plain'), databaseUrl: url })
  const written = await measureWrites(url, plain, growth, 100)
  await plain.stop()
  await query(url, `alter database ${new URL(url).pathname.slice(1)} set wal_compression = on`)
  const compressing = await startServer({ dataDir: join(folder, 'plain'), databaseUrl: url })
  const compressed = await measureWrites(url, compressing, growth, 200)
  await compressing.stop()
  tables.push(show(await measureNight(cluster, url, folder)))
  const [database] = await query<{ bytes: number; buffers: string }>(
    url,
    "select pg_database_size(current_database())::float8 as bytes, current_setting('shared_buffers') as buffers",
  )
  return {
    figures: [],
    tables,
    notes: [
      `${whole(growth.students)} students, ${whole(growth.answers)} answers, ${whole(growth.videos)} videos: ${mib(database?.bytes ?? 0)}, made in ${seconds(madeMs)}; shared_buffers ${database?.buffers}.`,
      `A server starts on it in ${ms(plain.startMs)}, with the ranking in its memory.`,
      `Written to PostgreSQL's log right after a checkpoint: ${written}; with wal_compression, ${compressed}.`,
      `Hot paths: the middle of the times of five rounds, the most rows of them, by auto_explain (analyze, buffers).`,
    ],
  }
}

/** With fewer, two measurements would use the same quiz. */
const LEAST = { students: 2_000, videos: 50 }

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      students: { type: 'string', default: '20000' },
      answers: { type: 'string', default: '100000' },
      videos: { type: 'string', default: '200' },
      write: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  })
  const growth = { students: Number(values.students), answers: Number(values.answers), videos: Number(values.videos) }
  if (!(growth.students >= LEAST.students && growth.videos >= LEAST.videos && growth.answers > 0))
    throw new Error(`At least ${LEAST.students} students, ${LEAST.videos} videos and some answers.`)
  const busy = busyness()
  await withCluster(async (cluster, folder) => {
    const url = await cluster.create(NAME)
    // The first server runs the migrations.
    await (await startServer({ dataDir: join(folder, 'first'), databaseUrl: url })).stop()
    const began = performance.now()
    const seed = await openSeed(url)
    await seed.growth(growth)
    await seed.close()
    const madeMs = performance.now() - began
    say(`filled in ${seconds(madeMs)}`)
    const outcome = await measure(cluster, url, folder, growth, madeMs)
    say(['', ...outcome.notes].join('\n'))
    const command = `npm run grow -- --students ${growth.students} --answers ${growth.answers} --videos ${growth.videos}`
    const beside = `PostgreSQL ${cluster.version} and the driver`
    if (values.write) await writeSection({ title: '13. Growth', command, beside, busy, outcome })
    if (values.keep) say(`The database is ${new URL(url).pathname.slice(1)}.`)
    else await cluster.drop(NAME)
  })
}

// process.exit stops the programs that were started (processes.ts).
process.once('SIGINT', () => process.exit(130))
await main()
