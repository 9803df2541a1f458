// The admins' list with a million students: every filter in every order, with searches for frequent and for rare parts
// of names, on the first page and after ten thousand rows. The figure is the database's time for all statements of a
// request, measured by auto_explain.
import { join } from 'node:path'
import { logInAdmin, registerAdmin } from '@baobab/contract/accounts-admin.ts'
import { createClient, type Caller } from '@baobab/contract/client.ts'
import { listStudents, studentFilters, studentSorts } from '@baobab/contract/students.ts'
import type { RequestOf } from '@baobab/contract/endpoint.ts'
import { figure, median, ms, skipped, whole, type Bench, type Outcome } from './bench.ts'
import { query } from './cluster.ts'
import { parseExplained, explaining, describePlan, type Explained } from './explained.ts'
import { openSeed } from './seed.ts'
import { startServer } from './server.ts'

const ROUNDS = 3
const WITHIN_MS = 100
const FAR = 10_000
const MOST = 100
const ADMIN = { username: 'adanna', email: 'adanna@baobab.example', password: 'Mango7tree!' }

type Query = NonNullable<RequestOf<typeof listStudents>['query']>
type Measured = { query: Query; where: 'first page' | 'row 10,000'; ms: number; slowest: Explained | undefined }

/** Parts of names from the most common to the rarest, with the approximate number of names. */
async function searchesOf(databaseUrl: string, ranks: readonly number[]) {
  const rows = await query<{ letters: string; names: number }>(
    databaseUrl,
    `select letters, count(*)::integer as names from students,
       lateral (select distinct substr(username_key, n, 3) as letters from generate_series(1, length(username_key) - 2) n) as parts
     group by 1 order by 2 desc, 1`,
  )
  return ranks.flatMap((rank) => rows[rank - 1] ?? rows.slice(-1))
}

const words = ({ filter, sort, direction, search }: Query) =>
  `${filter} by ${sort} ${direction}${search ? `, search '${search}'` : ''}`

/** The cursor after `count` rows, or undefined if there are fewer. */
async function cursorAt(call: Caller, wanted: Query, rows: number): Promise<string | undefined> {
  let cursor: string | undefined
  for (let seen = 0; seen < rows; seen += MOST) {
    const page = await call(listStudents, { query: { ...wanted, limit: MOST, ...(cursor && { cursor }) } })
    if (page.nextCursor === null) return undefined
    cursor = page.nextCursor
  }
  return cursor
}

type Asked = Pick<Measured, 'query' | 'where'>

/** The first statement of every request: it reads the session by its token. */
const isFirst = ({ text }: Explained) => text.includes('token_hash')
/** Statements of background work do not read students. */
const isOfList = ({ text }: Explained) => /\bstudents s\b|set_config/.test(text)

/** Returns the explained statements of each request, in order. */
function requestsOf(log: string): Explained[][] {
  const requests: Explained[][] = []
  for (const statement of parseExplained(log)) {
    if (isFirst(statement)) requests.push([])
    else if (isOfList(statement)) requests.at(-1)?.push(statement)
  }
  return requests
}

/** Returns the time of each page, which was requested `ROUNDS` times in sequence. */
function measuredOf(asked: readonly Asked[], requests: readonly Explained[][]): Measured[] {
  if (requests.length !== asked.length * ROUNDS)
    throw new Error(`The log has ${requests.length} requests, not ${asked.length * ROUNDS}.`)
  const total = (said: Explained[]) => said.reduce((sum, statement) => sum + statement.ms, 0)
  return asked.map((one, n) => {
    const rounds = requests.slice(n * ROUNDS, (n + 1) * ROUNDS)
    const took = median(rounds.map(total))
    const typical = rounds.find((said) => total(said) === took) ?? []
    return { ...one, ms: took, slowest: typical.toSorted((x, y) => y.ms - x.ms)[0] }
  })
}

/** Starts two servers on one database, one of them with explained statements, and logs an admin in on each. */
async function open({ folder }: Bench, databaseUrl: string) {
  const server = await startServer({ dataDir: join(folder, 'plain'), databaseUrl })
  const traced = await startServer({
    dataDir: join(folder, 'traced'),
    databaseUrl: explaining(databaseUrl),
    asOwner: true,
  })
  const stranger = createClient({ baseUrl: server.url })
  await stranger(registerAdmin, { body: ADMIN })
  const { authToken } = await stranger(logInAdmin, { body: { email: ADMIN.email, password: ADMIN.password } })
  const callerOf = (baseUrl: string) => createClient({ baseUrl, token: () => authToken })
  const stop = async () => {
    await traced.stop()
    await server.stop()
  }
  return { plain: callerOf(server.url), traced: callerOf(traced.url), stop }
}

/** All combinations of filter, order and search. */
function* listsOf(searches: readonly string[]): Generator<Query & { filter: string }> {
  for (const filter of studentFilters)
    for (const sort of studentSorts)
      for (const direction of ['asc', 'desc'] as const)
        for (const search of searches) yield { filter, sort, direction, search }
}

/** Requests all pages, each a few times. */
async function askAll(plain: Caller, traced: Caller, searches: readonly string[]): Promise<Asked[]> {
  const asked: Asked[] = []
  const ask = async (query: Query, where: Asked['where'], cursor?: string) => {
    asked.push({ query, where })
    for (let round = 0; round < ROUNDS; round += 1)
      await traced(listStudents, { query: { ...query, ...(cursor && { cursor }) } })
  }
  for (const list of listsOf(searches)) {
    await ask(list, 'first page')
    const cursor = list.filter === 'top-10' ? undefined : await cursorAt(plain, list, FAR)
    if (cursor) await ask(list, 'row 10,000', cursor)
  }
  return asked
}

function worstOf(all: readonly Measured[]): Measured[] {
  return all.toSorted((a, b) => b.ms - a.ms)
}

/** Returns a figure for each order and position in the list: the worst of all filters, directions and searches. */
function figuresOf(all: readonly Measured[]) {
  return studentSorts.flatMap((sort) =>
    (['first page', 'row 10,000'] as const).flatMap((where) => {
      const these = all.filter((one) => one.query.sort === sort && one.where === where)
      const [worst] = worstOf(these)
      if (!worst) return []
      const middle = ms(median(these.map((one) => one.ms)))
      return figure(
        `By ${sort}, ${where}: the worst of ${these.length} (middle ${middle})`,
        worst.ms,
        { under: WITHIN_MS },
        ms,
      )
    }),
  )
}

export async function students(bench: Bench): Promise<Outcome> {
  const isSmall = bench.size === 'small'
  const number = isSmall ? 20_000 : 1_000_000
  const databaseUrl = await bench.cluster.create('students')
  // The first server runs the migrations.
  await (await startServer({ dataDir: join(bench.folder, 'first'), databaseUrl })).stop()
  const seed = await openSeed(databaseUrl)
  await seed.crowd({ from: 0, to: number })
  await seed.settle()
  await seed.close()
  const ranks = isSmall ? [1, 100] : [1, 3, 12, 24, 40, 100, 128, 512, 20_000]
  const searches = await searchesOf(databaseUrl, ranks)
  const opened = await open(bench, databaseUrl)
  const begin = (await bench.cluster.log())?.length
  try {
    const letters = ['', ...searches.map((one) => one.letters)]
    const asked = await askAll(opened.plain, opened.traced, letters)
    const log = await bench.cluster.log()
    if (log === undefined)
      return { figures: [skipped('Pages of students', '', 'name the log in POSTGRES_LOG')], notes: [] }
    const all = measuredOf(asked, requestsOf(log.slice(begin)))
    return { figures: figuresOf(all), notes: notesOf(all, number, searches, await buffersOf(databaseUrl)) }
  } finally {
    await opened.stop()
    await bench.cluster.drop('students')
  }
}

async function buffersOf(databaseUrl: string): Promise<string> {
  const [row] = await query<{ buffers: string }>(databaseUrl, "select current_setting('shared_buffers') as buffers")
  return row?.buffers ?? 'unknown'
}

type Searches = Awaited<ReturnType<typeof searchesOf>>

function notesOf(all: readonly Measured[], number: number, searches: Searches, buffers: string): string[] {
  const sizes = searches.map(({ letters, names }) => `${letters} ${whole(names)}`).join(', ')
  const slowest = worstOf(all).slice(0, 5)
  return [
    `${whole(number)} students, ${all.length} pages of 25; each is the middle of ${ROUNDS} rounds of the time of all its statements, by auto_explain (analyze, buffers). shared_buffers: ${buffers}.`,
    `Searched for, and how many names have it: ${sizes}.`,
    ...slowest.map(
      ({ query: of, where, ms: took, slowest: most }) =>
        `${ms(took)}: ${words(of)}, ${where}. Most of it: ${most ? describePlan(most.plan) : ''}.`,
    ),
  ]
}
