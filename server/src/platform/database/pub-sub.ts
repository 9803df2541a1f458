// What one server tells all of them, by PostgreSQL's LISTEN and NOTIFY. For rare things only: PostgreSQL lets commits
// that notify through one at a time.
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Db, Tx } from './database.ts'

const CHANNEL = 'baobab_news'
const RETRY_MS = 1_000
/** A connection that died without a word is noticed by a question that stays unanswered. */
const ASK_EVERY_MS = 30_000
const ANSWER_MS = 5_000

/** What was told; undefined where the connection was lost and something may have been missed. */
type Listener = (word: string | undefined) => void

export type PubSub = {
  /** Tells every server, this one too, once the transaction commits. A word is short: 7,000 bytes at most. */
  publish(tx: Db | Tx, topic: string, word: string): Promise<void>
  /** Hears a topic; answers how to stop. */
  on(topic: string, listener: Listener): () => void
  close(): Promise<void>
}

/** Listens on a connection of its own, and goes back to listening when that is lost. */
export async function openPubSub(options: { url: string; onError: (error: Error) => void }): Promise<PubSub> {
  const listeners = new Map<Listener, string>()
  const hear = (topic: string | undefined, word: string | undefined) => {
    for (const [listener, wanted] of listeners) if (topic === undefined || topic === wanted) listener(word)
  }
  let client: pg.Client | undefined
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const connect = async () => {
    const next = new pg.Client({
      connectionString: options.url,
      application_name: 'baobab news',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    })
    next.on('notification', ({ payload = '' }) => {
      const [topic, ...rest] = payload.split(' ')
      if (topic !== undefined) hear(topic, rest.join(' '))
    })
    next.on('error', options.onError)
    next.once('end', () => {
      if (client === next) later()
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      client = next
    } catch (error) {
      void next.end().catch(() => undefined)
      throw error
    }
  }
  const later = () => {
    client = undefined
    if (isClosed) return
    timer = setTimeout(() => {
      connect().then(
        () => hear(undefined, undefined),
        (error: Error) => {
          options.onError(error)
          later()
        },
      )
    }, RETRY_MS).unref()
  }
  const asking = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch(() => void asked.end().catch(() => undefined))
  }, ASK_EVERY_MS).unref()

  await connect()
  return {
    async publish(tx, topic, word) {
      await tx.execute(sql`select pg_notify(${CHANNEL}, ${`${topic} ${word}`})`)
    },
    on(topic, listener) {
      listeners.set(listener, topic)
      return () => listeners.delete(listener)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(asking)
      await client?.end()
    },
  }
}
