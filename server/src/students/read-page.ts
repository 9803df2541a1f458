// Reads one page of the list of students within a transaction, for the screen and for exports.
import { sql, type SQL } from 'drizzle-orm'
import type { StudentSelection, Total } from '@baobab/contract/students/endpoints.ts'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { resolveSelection, mayMatchFew, buildWhere, type ResolvedSelection } from './conditions.ts'
import { MAX_SORTED, sortMatches } from './sort-matches.ts'
import { formatCursor, parseCursor, type Position } from './cursors.ts'
import { loadRows, type LoadedStudent } from './load-rows.ts'
import { chooseOrder, type StudentOrder } from './rules.ts'
import { listIndexScans } from './scan-index.ts'

/** Totals up to this number are counted; larger ones are estimated. */
const MAX_COUNTED = 10_000

type Found = { id: string; position: string[] }
/** `found` is the number of all matches, if reading the page counted them. */
type Reading = { rows: Found[]; found?: number }

type StudentPage = { studentData: LoadedStudent[]; nextCursor: string | null; total: Total | null }
type PageRequest = {
  selection: StudentSelection
  limit: number
  cursor?: string | undefined
  /** Skips counting all matches. */
  withoutTotal?: boolean
}

/**
 * Sets which plans PostgreSQL may choose in this transaction. Its estimates for searches are unreliable. Sorting is therefore tried
 * first (sort-matches.ts), and an index scan (scan-index.ts) is right whenever there are too many matches for that.
 */
async function setPlannerSwitches(tx: Tx, way: 'sort' | 'scan' | 'count'): Promise<void> {
  const [isSort, isScan, isCount] = [way === 'sort', way === 'scan', way === 'count']
  const switches = {
    seqscan: isCount,
    hashjoin: isCount,
    mergejoin: isCount,
    indexonlyscan: !isSort,
    bitmapscan: !isScan,
  }
  const set = Object.entries({ ...switches, incremental_sort: false }).map(
    ([name, on]) => sql`set_config(${`enable_${name}`}, ${on ? 'on' : 'off'}, true)`,
  )
  // Compiling a plan takes longer than running it.
  await tx.execute(sql`select ${sql.join([...set, sql`set_config('jit', 'off', true)`], sql`, `)}`)
}

async function readSorted(
  tx: Tx,
  resolved: ResolvedSelection,
  order: StudentOrder,
  from: Position | undefined,
  most: number,
): Promise<Reading> {
  await setPlannerSwitches(tx, 'sort')
  const { rows } = await tx.execute<{ found: number; page: Found[] | null }>(sortMatches(resolved, order, from, most))
  const { found = 0, page } = rows[0] ?? {}
  return page ? { rows: page, found } : readByIndex(tx, resolved, order, from, most)
}

async function readByIndex(
  tx: Tx,
  resolved: ResolvedSelection,
  order: StudentOrder,
  from: Position | undefined,
  most: number,
): Promise<Reading> {
  await setPlannerSwitches(tx, 'scan')
  const rows: Found[] = []
  for (const scan of listIndexScans(resolved, order, from)) {
    rows.push(...(await tx.execute<Found>(scan(most - rows.length))).rows)
    if (rows.length >= most) break
  }
  return { rows }
}

/** Counts all matches up to `MAX_COUNTED`; above it, uses the planner's estimate, which is good for filters. */
async function countTotal(
  tx: Tx,
  resolved: ResolvedSelection,
  order: StudentOrder,
  found: number | undefined,
): Promise<Total> {
  if (found !== undefined) return { count: found, precision: 'exact' }
  if (resolved.search.kind !== 'none') return { count: MAX_SORTED[order.sort], precision: 'at-least' }
  const where = buildWhere(resolved, 'row')
  await setPlannerSwitches(tx, 'count')
  const counted = await tx.execute<{ count: number }>(
    sql`select count(*)::integer as count from (select from students s where ${where} limit ${MAX_COUNTED + 1}) as counted`,
  )
  const count = counted.rows[0]?.count ?? 0
  if (count <= MAX_COUNTED) return { count, precision: 'exact' }
  return { count: Math.max(count, await estimateCount(tx, where)), precision: 'about' }
}

async function estimateCount(tx: Tx, where: SQL): Promise<number> {
  const { rows } = await tx.execute<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    sql`explain (format json) select from students s where ${where}`,
  )
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

/** Reads a page. Changes the transaction's planner settings for everything after it. */
export async function readPage(app: Pick<App, 'clock'>, tx: Tx, request: PageRequest): Promise<StudentPage> {
  const now = app.clock.now()
  const resolved = resolveSelection(request.selection, lagosDate(now))
  const order = chooseOrder(request.selection)
  const from = request.cursor === undefined ? undefined : parseCursor(order, request.cursor)
  const read = mayMatchFew(resolved) ? readSorted : readByIndex
  const { rows, found } = await read(tx, resolved, order, from, request.limit + 1)
  const page = rows.slice(0, request.limit)
  const last = rows.length > request.limit ? page.at(-1) : undefined
  return {
    studentData: await loadRows(
      tx,
      resolved,
      page.map(({ id }) => id),
      now,
    ),
    nextCursor: last ? formatCursor(order, last.position) : null,
    total: from || request.withoutTotal ? null : await countTotal(tx, resolved, order, found),
  }
}
