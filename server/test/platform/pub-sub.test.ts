// Tests that messages between servers arrive after the commit, on every server, and also after a lost connection.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPubSub } from '../../src/platform/database/pub-sub.ts'
import { openDatabaseProxy } from '../database-proxy.ts'
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

it('delivers a message to all servers once it is committed, and only to its topic', async () => {
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

it('delivers nothing from a transaction that was rolled back', async () => {
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

it('W-33 has delivered everything committed before it is asked whether it has', async () => {
  const { db, pubSub } = appOf(t)
  const there = subscribe(other, 'asked')
  for (let n = 1; n <= 100; n += 1) {
    await pubSub.publish(db, 'asked', String(n))
    await appOf(other).pubSub.catchUp()
    expect(there).toHaveLength(n)
  }
  // Callers who ask during a round trip share the next one, which sees what has been committed in the meantime.
  const rounds = Array.from({ length: 20 }, async (_, at) => {
    await pubSub.publish(db, 'asked', `again ${at}`)
    await appOf(other).pubSub.catchUp()
    expect(there).toContain(`again ${at}`)
  })
  await Promise.all(rounds)
})

it('reconnects after a lost connection, and reports that messages may have been missed', async () => {
  const { db, pubSub } = appOf(t)
  const received = subscribe(other, 'lost')
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'baobab news' and datname = current_database()`,
  )
  await waitFor(() => expect(received).toEqual([undefined]))
  await appOf(other).pubSub.catchUp()
  await pubSub.publish(db, 'lost', 'again')
  await waitFor(() => expect(received).toEqual([undefined, 'again']))
})

it('W-33 cannot say that everything was delivered without its connection', async () => {
  const line = await openDatabaseProxy(t?.databaseUrl ?? '')
  const pubSub = await openPubSub({ url: line.url, onError: () => undefined })
  await pubSub.catchUp()
  line.disconnect()
  await expect(pubSub.catchUp()).rejects.toThrow('Connection terminated')
  await expect(pubSub.catchUp()).rejects.toThrow('Connection terminated')
  line.reconnect()
  await waitFor(() => pubSub.catchUp())
  await pubSub.close()
  await line.close()
})
