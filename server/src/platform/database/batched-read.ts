// Reads by one statement what many requests ask for at the same time. Sending a statement and receiving its rows costs the
// server more than the rest of its work for a short request.
import { setImmediate } from 'node:timers/promises'
import DataLoader from 'dataloader'
import pLimit from 'p-limit'
import type { Db } from './database.ts'

const MAX_KEYS = 500
/** How many statements of one kind may run at a time: two, so that a slow one does not hold up all. */
const CONCURRENCY = 2
/** How long keys may wait for their statement to begin; then their requests get a 503, so that the queue stays short. */
const WAIT_MS = 5_000

/**
 * Returns a function that reads the row of one key. Keys that are asked for in the same turn of the event loop, or while
 * two statements are running, are read together, up to 500 of them. A read that fails does so for all its keys, so a key
 * must not be able to make it fail: validate texts first. Throws what `read` throws, and an error that means that the
 * database is unavailable if the keys have waited for five seconds.
 * @param read returns for each key, in their order, its row or undefined
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
  /** What `begin` calls for the keys of its batch, before it returns. */
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

/** Fails as a pool does whose connections are all in use. */
function refuse(): Promise<never> {
  return Promise.reject(new Error('timeout exceeded when trying to connect'))
}
