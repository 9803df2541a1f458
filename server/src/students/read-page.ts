// One page of the list of students, within a transaction: the same list for the screen and for a file.
import { sql, type SQL } from 'drizzle-orm'
import type { StudentRow, StudentSelection, Total } from '@baobab/contract/students.ts'
import { lagosDate } from '@baobab/contract/age.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { resolveSelection, mayMatchFew, buildWhere, type ResolvedSelection } from './conditions.ts'
import { MAX_SORTED, sortMatches } from './sort-matches.ts'
import { formatCursor, parseCursor, type Position } from './cursors.ts'
import { loadRows } from './load-rows.ts'
import { chooseOrder, type Order } from './rules.ts'
import { indexScans } from './scan-index.ts'

/** Up to so many rows a total is counted; beyond, it is estimated. */
const COUNTED = 10_000

type Found = { id: string; place: string[] }
/** `found` is how many fit in all, where that was seen on the way. */
type Reading = { rows: Found[]; found?: number }

export type Page = { studentData: StudentRow[]; nextCursor: string | null; total: Total | null }
export type PageWanted = {
  selection: StudentSelection
  limit: number
  cursor?: string | undefined
  /** Whether nobody asks how many there are in all. */
  bare?: boolean
}

/**
 * What the planner may use in this transaction. It is told, because it cannot know: whether few fit is found out first
 * (few.ts), and the walk of an index (walks.ts) beats every other plan exactly where they are not few.
 */
async function steer(tx: Tx, way: 'find' | 'walk' | 'count'): Promise<void> {
  const [isFind, isWalk, isCount] = [way === 'find', way === 'walk', way === 'count']
  const switches = {
    seqscan: isCount,
    hashjoin: isCount,
    mergejoin: isCount,
    indexonlyscan: !isFind,
    bitmapscan: !isWalk,
  }
  const set = Object.entries({ ...switches, incremental_sort: false }).map(
    ([name, on]) => sql`set_config(${`enable_${name}`}, ${on ? 'on' : 'off'}, true)`,
  )
  // Compiling a plan takes longer than running it.
  await tx.execute(sql`select ${sql.join([...set, sql`set_config('jit', 'off', true)`], sql`, `)}`)
}

async function readFew(
  tx: Tx,
  chosen: ResolvedSelection,
  order: Order,
  from: Position | undefined,
  most: number,
): Promise<Reading> {
  await steer(tx, 'find')
  const { rows } = await tx.execute<{ found: number; page: Found[] | null }>(sortMatches(chosen, order, from, most))
  const { found = 0, page } = rows[0] ?? {}
  return page ? { rows: page, found } : walk(tx, chosen, order, from, most)
}

async function walk(
  tx: Tx,
  chosen: ResolvedSelection,
  order: Order,
  from: Position | undefined,
  most: number,
): Promise<Reading> {
  await steer(tx, 'walk')
  const rows: Found[] = []
  for (const stretch of indexScans(chosen, order, from)) {
    rows.push(...(await tx.execute<Found>(stretch(most - rows.length))).rows)
    if (rows.length >= most) break
  }
  return { rows }
}

/** How many fit in all: counted up to a point, then as the planner sees it, which knows the filters well. */
async function totalOf(tx: Tx, chosen: ResolvedSelection, order: Order, found: number | undefined): Promise<Total> {
  if (found !== undefined) return { count: found, precision: 'exact' }
  if (chosen.search.kind !== 'none') return { count: MAX_SORTED[order.sort], precision: 'at-least' }
  const where = buildWhere(chosen, 'row')
  await steer(tx, 'count')
  const counted = await tx.execute<{ count: number }>(
    sql`select count(*)::integer as count from (select from students s where ${where} limit ${COUNTED + 1}) as counted`,
  )
  const count = counted.rows[0]?.count ?? 0
  if (count <= COUNTED) return { count, precision: 'exact' }
  return { count: Math.max(count, await estimate(tx, where)), precision: 'about' }
}

async function estimate(tx: Tx, where: SQL): Promise<number> {
  const { rows } = await tx.execute<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    sql`explain (format json) select from students s where ${where}`,
  )
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

/** Reads a page. The transaction's planner is steered from then on. */
export async function readPage(app: Pick<App, 'clock'>, tx: Tx, wanted: PageWanted): Promise<Page> {
  const now = app.clock.now()
  const chosen = resolveSelection(wanted.selection, lagosDate(now))
  const order = chooseOrder(wanted.selection)
  const from = wanted.cursor === undefined ? undefined : parseCursor(order, wanted.cursor)
  const read = mayMatchFew(chosen) ? readFew : walk
  const { rows, found } = await read(tx, chosen, order, from, wanted.limit + 1)
  const page = rows.slice(0, wanted.limit)
  const last = rows.length > wanted.limit ? page.at(-1) : undefined
  return {
    studentData: await loadRows(
      tx,
      chosen,
      page.map(({ id }) => id),
      now,
    ),
    nextCursor: last ? formatCursor(order, last.place) : null,
    total: from || wanted.bare ? null : await totalOf(tx, chosen, order, found),
  }
}
