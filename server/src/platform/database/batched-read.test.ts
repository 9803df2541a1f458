import { afterEach, describe, expect, it, vi } from 'vitest'
import { isDatabaseUnavailable } from '../http/errors.ts'
import { batchedRead } from './batched-read.ts'
import type { Db } from './database.ts'

/** Creates a reader of upper-case letters whose reads end when the test lets them. */
function createReader() {
  const reads: { db: Db; keys: string[]; end: (error?: Error) => void }[] = []
  const read = batchedRead(async (db, keys: readonly string[]) => {
    await new Promise<void>((resolve, reject) => {
      reads.push({ db, keys: [...keys], end: (error) => (error ? reject(error) : resolve()) })
    })
    return keys.map((key) => (key === 'nobody' ? undefined : key.toUpperCase()))
  })
  /** Waits until this many reads have started. */
  const begun = async (count: number) => {
    await expect.poll(() => reads.length).toBe(count)
  }
  return { reads, read, begun }
}
const [db, otherDb] = [{} as Db, {} as Db]
const turns = async (count: number) => {
  for (let n = 0; n < count; n += 1) await new Promise(setImmediate)
}

afterEach(() => void vi.useRealTimers())

describe('rows requested at the same time', () => {
  it('are read together, and each caller gets its own', async () => {
    const { reads, read, begun } = createReader()
    const rows = Promise.all(['a', 'b', 'nobody', 'b'].map((key) => read(db, key)))
    await begun(1)
    reads[0]?.end()
    expect(await rows).toEqual(['A', 'B', undefined, 'B'])
    expect(reads.map(({ keys }) => keys)).toEqual([['a', 'b', 'nobody', 'b']])
  })

  it('are read again each time', async () => {
    const { reads, read, begun } = createReader()
    for (const count of [1, 2]) {
      const row = read(db, 'a')
      await begun(count)
      reads[count - 1]?.end()
      expect(await row).toBe('A')
    }
  })

  it('wait while two reads are running, and are then read together', async () => {
    const { reads, read, begun } = createReader()
    const rows = []
    for (const [n, key] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      rows.push(read(db, key))
      if (n < 2) await begun(n + 1)
      else await turns(3)
    }
    expect(reads.map(({ keys }) => keys)).toEqual([['a'], ['b']])
    reads[1]?.end()
    await begun(3)
    expect(reads[2]?.keys).toEqual(['c', 'd', 'e'])
    expect(await rows[1]).toBe('B')
    for (const { end } of reads) end()
    expect(await Promise.all(rows)).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  it('fail together, and the next ones are read', async () => {
    const { reads, read, begun } = createReader()
    const failed = ['a', 'b'].map((key) => read(db, key))
    await begun(1)
    const later = read(db, 'c')
    await begun(2)
    reads[0]?.end(new Error('the network'))
    for (const row of failed) await expect(row).rejects.toThrow('the network')
    reads[1]?.end()
    expect(await later).toBe('C')
    const next = read(db, 'd')
    await begun(3)
    reads[2]?.end()
    expect(await next).toBe('D')
  })

  it('are read separately for each database, and five hundred at a time', async () => {
    const { reads, read, begun } = createReader()
    const other = read(otherDb, 'z')
    const rows = Promise.all(Array.from({ length: 501 }, (_, n) => read(db, `k${n}`)))
    await begun(3)
    for (const { end } of reads) end()
    expect(await other).toBe('Z')
    expect(await rows).toEqual(Array.from({ length: 501 }, (_, n) => `K${n}`))
    expect(reads.filter((one) => one.db === otherDb).map(({ keys }) => keys)).toEqual([['z']])
    expect(reads.filter((one) => one.db === db).map(({ keys }) => keys.length)).toEqual([500, 1])
  })

  it('are refused after five seconds, like by a busy database, and later ones are read', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { reads, read } = createReader()
    const rows = []
    for (const key of ['a', 'b', 'c', 'd']) {
      rows.push(read(db, key))
      await turns(3)
    }
    const outcomes = Promise.allSettled(rows)
    vi.advanceTimersByTime(4_999)
    await turns(3)
    expect(reads.map(({ keys }) => keys)).toEqual([['a'], ['b']])
    vi.advanceTimersByTime(1)
    await turns(3)
    const later = read(db, 'e')
    for (const { end } of reads) end()
    await turns(3)
    expect(reads.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['e']])
    reads[2]?.end()
    expect(await later).toBe('E')
    const [a, b, ...refused] = await outcomes
    expect([a, b]).toMatchObject([{ value: 'A' }, { value: 'B' }])
    for (const one of refused) expect(isDatabaseUnavailable((one as PromiseRejectedResult).reason)).toBe(true)
  })
})
