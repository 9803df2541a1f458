// One round of what `npm run faults -- failover` does ten times: the primary of a replicated PostgreSQL dies while students answer.
import { expect, test } from '@playwright/test'
import { runFailovers } from './faults/failover.ts'
import { hasPatroni } from './faults/patroni.ts'

test('B-27 a replica takes over: nothing acknowledged is lost or counted twice, and everything keeps working', async () => {
  test.skip(!hasPatroni, 'this needs PostgreSQL, Patroni and etcd')
  test.setTimeout(900_000)
  const { wrong } = await runFailovers({
    rounds: 1,
    perSecond: 50,
    print: (line) => void process.stdout.write(`${line}\n`),
  })
  expect(wrong).toEqual([])
})
