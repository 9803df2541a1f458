// Defines a check of the whole database, and how it reads: in batches and without changing anything.
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from './database/database.ts'
import type { FileStore } from './files/file-store.ts'

/** A row that breaks an invariant. Contains its table and id, never a person's name. */
export type BrokenRow = { row: string; reason: string }

/** A connection in a read-only transaction. */
type Reader = {
  db: Db
  signal?: AbortSignal
  /** The milliseconds within which a concurrent change has been applied everywhere. */
  settleMs: number
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** Yields the rows of a query, with only one batch in memory. */
  stream<Row>(text: string, values?: unknown[]): AsyncGenerator<Row, void>
}

export type Check = {
  name: string
  /** The invariant, as a sentence for the operator. */
  holds: string
  /**
   * Whether each query sees what is committed at that moment. Otherwise all see one snapshot of the database, which keeps
   * PostgreSQL from cleaning up while the check runs.
   */
  seesCommits?: true
  find(reader: Reader, files: Pick<FileStore, 'list' | 'read' | 'size'>): AsyncIterable<BrokenRow>
}

const BATCH_SIZE = 500
/**
 * How long a query may take: as long as the nightly job (report.ts). Most checks read a whole table in one query. With tens of
 * millions of answers, this exceeds the ten minutes allowed for other slow work.
 */
const LONGEST_QUERY_MS = 6 * 3_600_000

/** Begins the transaction of a check. */
export async function beginCheck(client: pg.ClientBase, { seesCommits }: Pick<Check, 'seesCommits'>): Promise<void> {
  await client.query(`begin isolation level ${seesCommits ? 'read committed' : 'repeatable read'} read only`)
  await client.query(`set local statement_timeout = ${LONGEST_QUERY_MS}`)
}
/** An object store takes up to seconds for each file of a stream. */
const SETTLE_MS = 30_000

/** Creates a reader on a connection with an open transaction. A signal stops it between two queries. */
export function createReader(
  client: pg.ClientBase,
  { signal, settleMs = SETTLE_MS }: { signal?: AbortSignal | undefined; settleMs?: number } = {},
): Reader {
  const query = async <Row>(text: string, values: unknown[] = []) => {
    signal?.throwIfAborted()
    // The client has its own time limit.
    const config = { text, values, query_timeout: LONGEST_QUERY_MS }
    return (await client.query(config)).rows as Row[]
  }
  let cursors = 0
  return {
    ...(signal && { signal }),
    settleMs,
    db: drizzle({ client: client as pg.Client, casing: 'snake_case' }),
    query,
    async *stream<Row>(text: string, values: unknown[] = []) {
      cursors += 1
      const cursor = `verification_${cursors}`
      await client.query(`declare ${cursor} no scroll cursor for ${text}`, values)
      for (;;) {
        const rows = await query<Row>(`fetch ${BATCH_SIZE} from ${cursor}`)
        yield* rows
        if (rows.length < BATCH_SIZE) break
      }
      await client.query(`close ${cursor}`)
    },
  }
}

/**
 * Declares a check that is a single query, which returns the columns `row` and `reason` of each broken row.
 * @param values the query's parameters
 */
export function sqlCheck(name: string, holds: string, text: string, values: unknown[] = []): Check {
  return { name, holds, find: (reader) => reader.stream<BrokenRow>(text, values) }
}
