// What one server tells all: after the commit, across servers, and again after a lost connection.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../harness.ts'

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

function hear(test: TestApp | undefined, topic: string) {
  const heard: (string | undefined)[] = []
  appOf(test).pubSub.subscribe(topic, (word) => heard.push(word))
  return heard
}

it('is heard by all servers, once it is committed, under its topic only', async () => {
  const { db, pubSub } = appOf(t)
  const [here, there, elsewhere] = [hear(t, 'draws'), hear(other, 'draws'), hear(other, 'rain')]
  await db.transaction(async (tx) => {
    await pubSub.publish(tx, 'draws', 'a word with blanks')
    await pubSub.publish(db, 'draws', 'told at once')
    await vi.waitFor(() => expect(there).toEqual(['told at once']))
  })
  await vi.waitFor(() => expect(there).toEqual(['told at once', 'a word with blanks']))
  await vi.waitFor(() => expect(here).toEqual(there))
  expect(elsewhere).toEqual([])
})

it('of a transaction that was rolled back nobody hears', async () => {
  const { db, pubSub } = appOf(t)
  const heard = hear(other, 'rolled')
  const rolled = db.transaction(async (tx) => {
    await pubSub.publish(tx, 'rolled', 'never')
    throw new Error('no')
  })
  await expect(rolled).rejects.toThrow('no')
  await pubSub.publish(db, 'rolled', 'after')
  await vi.waitFor(() => expect(heard).toEqual(['after']))
})

it('goes on after the connection was lost, and says that something may have been missed', async () => {
  const { db, pubSub } = appOf(t)
  const heard = hear(other, 'lost')
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'baobab news' and datname = current_database()`,
  )
  await vi.waitFor(() => expect(heard).toEqual([undefined]), { timeout: 10_000 })
  await pubSub.publish(db, 'lost', 'again')
  await vi.waitFor(() => expect(heard).toEqual([undefined, 'again']))
})
