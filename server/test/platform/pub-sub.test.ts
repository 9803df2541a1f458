// Tests that messages between servers arrive after the commit, on every server, and again after a lost connection.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness.ts'
import { waitFor } from '../wait-for.ts'

let [t, other]: TestApp[] = []
beforeAll(async () => {
  t = await startTestApp()
  other = await startTestApp({}, t)
})
afterAll(async () => {
  await other?.close()
  await t?.close()
})

function appOf(test: TestApp | undefined) {
  if (!test) throw new Error('the server did not start')
  return test.app
}

function subscribe(test: TestApp | undefined, topic: string) {
  const received: (string | undefined)[] = []
  appOf(test).pubSub.subscribe(topic, (message) => received.push(message))
  return received
}

it('delivers a message to all servers, once it is committed, to its topic only', async () => {
  const { db, pubSub } = appOf(t)
  const [here, there, elsewhere] = [subscribe(t, 'draws'), subscribe(other, 'draws'), subscribe(other, 'rain')]
  await db.transaction(async (tx) => {
    await pubSub.publish(tx, 'draws', 'a message with spaces')
    await pubSub.publish(db, 'draws', 'sent at once')
    await waitFor(() => expect(there).toEqual(['sent at once']))
  })
  await waitFor(() => expect(there).toEqual(['sent at once', 'a message with spaces']))
  await waitFor(() => expect(here).toEqual(there))
  expect(elsewhere).toEqual([])
})

it('delivers nothing of a transaction that was rolled back', async () => {
  const { db, pubSub } = appOf(t)
  const received = subscribe(other, 'rolled')
  const rolledBack = db.transaction(async (tx) => {
    await pubSub.publish(tx, 'rolled', 'never')
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  await pubSub.publish(db, 'rolled', 'after')
  await waitFor(() => expect(received).toEqual(['after']))
})

it('reconnects after a lost connection, and reports that messages may have been missed', async () => {
  const { db, pubSub } = appOf(t)
  const received = subscribe(other, 'lost')
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'baobab news' and datname = current_database()`,
  )
  await waitFor(() => expect(received).toEqual([undefined]))
  await pubSub.publish(db, 'lost', 'again')
  await waitFor(() => expect(received).toEqual([undefined, 'again']))
})
