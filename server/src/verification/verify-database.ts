// Runs all checks of the whole database and of the stored files.
import type pg from 'pg'
import { beginCheck, createReader, type BrokenRow, type Check } from '../platform/data-check.ts'
import type { FeatureData } from '../platform/feature-data.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { serializeError } from '../platform/log.ts'
import { createProtectionCheck, pageCheck, referenceCheck } from './table-checks.ts'

/** Lists all checks, starting with the tables: damaged pages make other checks fail. */
export const listChecks = (features: readonly FeatureData[]): Check[] => [
  pageCheck,
  createProtectionCheck(features),
  referenceCheck,
  ...features.flatMap(({ checks = [] }) => checks),
]

type Verification = {
  /** For slow work: a statement may take minutes. */
  pool: pg.Pool
  files: Pick<FileStore, 'list' | 'read' | 'size'>
  features: readonly FeatureData[]
  signal?: AbortSignal
}

export type Found = BrokenRow & { check: string }

/**
 * Yields every row that breaks an invariant. Changes nothing: each check reads in a transaction that cannot write. Unless it
 * declares `seesCommits`, all its queries see the database as it was at the start, although others keep writing. A check that
 * cannot run is also yielded, because nobody knows what it would have found.
 */
export async function* verifyDatabase({ pool, files, features, signal }: Verification): AsyncGenerator<Found, void> {
  for (const check of listChecks(features)) {
    signal?.throwIfAborted()
    const client = await pool.connect()
    let hasEnded = false
    try {
      await beginCheck(client, check)
      for await (const found of check.find(createReader(client, { signal }), files)) {
        signal?.throwIfAborted()
        yield { check: check.name, ...found }
      }
      await client.query('rollback')
      hasEnded = true
    } catch (error) {
      signal?.throwIfAborted()
      yield { check: check.name, row: 'the check itself', reason: serializeError(error)?.message ?? 'it has failed' }
    } finally {
      // The transaction may still be open, so the connection is destroyed instead of returned to the pool.
      client.release(!hasEnded)
    }
  }
}
