// Reads rows that many requests need at the same time with a single statement. For a short request, sending a statement and
// receiving its rows costs the server more than all its other work.
import { setImmediate } from 'node:timers/promises'
import DataLoader from 'dataloader'
import pLimit from 'p-limit'
import type { Db } from './database.ts'

const MAX_KEYS = 500
/** How many statements of one kind may run at the same time: two, so that a slow one does not hold up all others. */
const CONCURRENCY = 2
/** How long keys may wait for their statement to start. After that their requests get a 503, which keeps the queue short. */
const WAIT_MS = 5_000

/**
 * Returns a function that reads the row for one key. Keys requested in the same turn of the event loop, or while two statements are
 * running, are read together, up to 500 at a time. A failed read fails for all its keys, so no key may be able to cause a failure:
 * validate texts first. Throws what `read` throws, or an error meaning that the database is unavailable if the keys have waited for
 * five seconds.
 * @param read returns for each key, in order, its row or undefined
 */
export function batchedRead<Key, Row>(
  read: (db: Db, keys: readonly Key[]) => Promise<(Row | undefined)[]>,
): (db: Db, key: Key) => Promise<Row | undefined> {
  const loaders = new WeakMap<Db, DataLoader<Key, Row | undefined>>()
  return (db, key) => {
    const loader = loaders.get(db) ?? createLoader((keys) => read(db, keys))
    loaders.set(db, loader)
    return loader.load(key)
  }
}

function createLoader<Key, Row>(read: (keys: readonly Key[]) => Promise<(Row | undefined)[]>) {
  const limit = pLimit(CONCURRENCY)
  /** What `begin` calls for the keys in its batch, before it returns. */
  let readKeys = read
  let running: Promise<unknown> | undefined
  const begin = (startBatch: () => void, how: typeof read) => {
    readKeys = how
    startBatch()
  }
  const readNow: typeof read = (keys) => {
    const rows = read(keys)
    running = rows
    return rows
  }
  const batchScheduleFn = (startBatch: () => void) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      begin(startBatch, refuse)
    }, WAIT_MS)
    void limit(async () => {
      if (isLate) return
      clearTimeout(timer)
      // One turn of the event loop, so that requests that have already arrived join this statement.
      await setImmediate()
      begin(startBatch, readNow)
      await running?.catch(() => undefined)
    })
  }
  return new DataLoader<Key, Row | undefined>((keys) => readKeys(keys), {
    cache: false,
    maxBatchSize: MAX_KEYS,
    batchScheduleFn,
  })
}

/** Fails like a pool whose connections are all in use. */
function refuse(): Promise<never> {
  return Promise.reject(new Error('timeout exceeded when trying to connect'))
}
