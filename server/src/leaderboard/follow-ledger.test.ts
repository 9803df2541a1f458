// Checks the query plan of the statement that follows the ledger: it runs several times a second, even when the ledger is long.
import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openTestApp } from '../../test/harness.ts'
import { followLedger, loadLedgerView } from './follow-ledger.ts'

const t = await openTestApp()

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Actual Rows': number; Plans?: Plan[] }
const flattenPlan = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flattenPlan)]

it('finds the new rows of a long ledger through the index', async () => {
  const client = await t.app.pool.connect()
  onTestFinished(() => client.release())
  const view = await loadLedgerView([{ client, entries: ['standings'], ledger: ['standing_changes'] }])
  // The old rows get low transaction ids: a new cluster has used about this many when it is created.
  await t.app.pool.query(`
    insert into standing_changes (xid, standing_id, student_id, age_category, delta, score_after, stood, stands, reason, at)
    select (3 + n % 700)::text::xid8, gen_random_uuid(), gen_random_uuid(), '11-20', 10, 10, true, true, 'answer', now()
    from generate_series(1, 20000) n`)
  await followLedger(view)
  await t.owner.query('analyze standing_changes')
  await t.app.pool.query(`
    insert into standing_changes (standing_id, student_id, age_category, delta, score_after, stood, stands, reason, at)
    select gen_random_uuid(), gen_random_uuid(), '11-20', 10, 10, true, true, 'answer', now() from generate_series(1, 7)`)
  let plan: Plan | undefined
  const explaining = {
    query: async (text: string, values: unknown[]) => {
      const { rows } = await t.app.pool.query(`explain (analyze, format json) ${text}`, values)
      plan = rows[0]['QUERY PLAN'][0].Plan
      return { rows: [] }
    },
  }
  await followLedger({
    ...view,
    nodes: view.nodes.map((node) => ({ ...node, client: explaining as unknown as pg.ClientBase })),
  })
  const reading = flattenPlan(plan as Plan).filter((node) => /Index Scan|Seq Scan/.test(node['Node Type']))
  expect(reading.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  expect(Math.max(...reading.map((node) => node['Actual Rows']))).toBe(7)
})
