// Reads by one statement what many requests ask for at the same time. Sending a statement and receiving its rows costs the
// server more than the rest of its work for a short request.
import { setImmediate } from 'node:timers/promises'
import DataLoader from 'dataloader'
import pLimit from 'p-limit'
import type { Db } from './database.ts'

const MAX_KEYS = 500
/** Statements of one kind at a time. Keys that arrive meanwhile form the next one; two, so that one may be slow. */
const CONCURRENCY = 2

/**
 * Returns a function that reads the row of one key. Keys that are asked for in the same turn of the event loop, or while
 * two statements are running, are read together. A read that fails does so for all its keys, so a key must not be able
 * to make it fail: validate texts first.
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
  let lastRead: Promise<unknown> | undefined
  const readKeys = (keys: readonly Key[]) => {
    const rows = read(keys)
    lastRead = rows
    return rows
  }
  const batchScheduleFn = (startBatch: () => void) =>
    void limit(async () => {
      // The requests of all connections that have data are handled first.
      await setImmediate()
      startBatch()
      await lastRead?.catch(() => undefined)
    })
  return new DataLoader<Key, Row | undefined>(readKeys, { cache: false, maxBatchSize: MAX_KEYS, batchScheduleFn })
}
