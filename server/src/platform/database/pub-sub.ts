// Sends messages from one server to all servers with PostgreSQL's LISTEN and NOTIFY. Use it only for rare events: PostgreSQL
// serialises the commits of transactions that notify.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Db, Tx } from './database.ts'
import { toConnection } from './hosts.ts'

const CHANNEL = 'baobab_news'
const RETRY_MS = 1_000
/** How often a ping checks the connection, because losing it may raise no error. */
const PING_EVERY_MS = 30_000
const TIMEOUT_MS = 5_000

/** Called with a message, or with undefined after the connection was lost, when messages may have been missed. */
type Listener = (message: string | undefined) => void

export type PubSub = {
  /** Sends a message of at most 7,000 bytes to every server, including this one, once the transaction commits. */
  publish(tx: Db | Tx, topic: string, message: string): Promise<void>
  /** Subscribes to a topic; returns a function that unsubscribes. */
  subscribe(topic: string, listener: Listener): () => void
  /**
   * Resolves once every message committed before the call has been delivered here. Simultaneous calls share a round trip. Rejects
   * while the connection is lost.
   */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** Sends a message to every server once the transaction commits. Also works from a command that does not listen. */
export async function notifyServers(tx: Db | Tx, topic: string, message: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${`${topic} ${message}`})`)
}

/** Listens on a dedicated connection, and reconnects when it is lost. */
export async function openPubSub(options: { url: string; onError: (error: Error) => void }): Promise<PubSub> {
  const listeners = new Map<Listener, string>()
  const deliver = (topic: string, message: string) => {
    for (const [listener, subscribed] of listeners) if (topic === subscribed) listener(message)
  }
  const reportGap = () => {
    for (const listener of listeners.keys()) listener(undefined)
  }
  let client: pg.Client | undefined
  let isClosed = false
  let retryTimer: NodeJS.Timeout | undefined

  const connect = async () => {
    const next = new pg.Client({
      ...toConnection(options.url),
      application_name: 'baobab news',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
    })
    next.on('notification', ({ payload = '' }) => {
      const [topic, ...rest] = payload.split(' ')
      if (topic !== undefined) deliver(topic, rest.join(' '))
    })
    next.on('error', options.onError)
    next.once('end', () => {
      if (client === next) reconnectLater()
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
  const reconnectLater = () => {
    client = undefined
    if (isClosed) return
    retryTimer = setTimeout(() => {
      connect().then(reportGap, (error: Error) => {
        options.onError(error)
        reconnectLater()
      })
    }, RETRY_MS).unref()
  }
  // PostgreSQL sends a connection the messages of all commits before its reply to anything that the connection asks afterwards.
  const ping = async () => {
    const pinged = client
    if (!pinged) throw new Error('Connection terminated')
    // Sends an empty statement, because it has no result to describe.
    await pinged.query('').catch((error: unknown) => {
      void pinged.end().catch(() => undefined)
      throw error
    })
  }
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  // A round trip in progress may miss what was committed since it started, so a call joins the next one, which starts once all
  // requests that have arrived have joined it.
  const catchUp = () => {
    next ??= running
      .catch(() => undefined)
      .then(() => nextTurn())
      .then(() => {
        next = undefined
        running = ping()
        return running
      })
    return next
  }
  const pingTimer = setInterval(() => void catchUp().catch(() => undefined), PING_EVERY_MS).unref()

  await connect()
  return {
    publish: notifyServers,
    subscribe(topic, listener) {
      listeners.set(listener, topic)
      return () => listeners.delete(listener)
    },
    catchUp,
    async close() {
      isClosed = true
      clearTimeout(retryTimer)
      clearInterval(pingTimer)
      await client?.end()
    },
  }
}
