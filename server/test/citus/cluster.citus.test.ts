import { afterAll, beforeAll, expect, it } from 'vitest'
import { query } from '../system-postgres.ts'
import { startCluster } from './cluster.ts'

let cluster: Awaited<ReturnType<typeof startCluster>>
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster?.stop())

it('starts a coordinator without shards and two workers with shards', async () => {
  const rows = await query<{ has: boolean }>(
    cluster.coordinatorUrl,
    'select shouldhaveshards as has from pg_dist_node where isactive order by nodeid',
  )
  expect(rows.map(({ has }) => has)).toEqual([false, true, true])
})
