// The format of a backup: what its manifest contains, how it is named, and when the last one is too old.
import { z } from 'zod'

/** Incremented when earlier versions of the product could not read the backup. */
export const FORMAT = 1

/** A file in a backup: its path there, and the size and SHA-256 (hex) of the stored bytes. */
const Part = z.strictObject({ path: z.string(), bytes: z.number().int(), sha256: z.string() })
type Part = z.infer<typeof Part>

const Rows = Part.extend({ rows: z.number().int() })

export const Manifest = z.strictObject({
  format: z.literal(FORMAT, 'It was made by a newer version of Baobab'),
  name: z.string(),
  /** The version of the product that made it. */
  version: z.string(),
  /** The time in the newest migration's name, in milliseconds. */
  schema: z.number().int(),
  startedAt: z.iso.datetime(),
  /** Everything committed before this is included. */
  snapshotAt: z.iso.datetime(),
  /** The id of the key it is encrypted with; null if it is not encrypted. */
  keyId: z.string().nullable(),
  tables: z.array(Rows.extend({ table: z.string(), columns: z.array(z.string()) })),
  sequences: z.record(z.string(), z.string()),
  queues: Rows,
  jobs: Rows,
  files: Rows.extend({
    /** The total size of all stored files. */
    storedBytes: z.number().int(),
    /** Files named in rows but missing from the store. */
    missing: z.array(z.string()),
  }),
})
export type Manifest = z.infer<typeof Manifest>

/** A line of the file list: a file store key, and what is stored for it beside the backups. */
export const StoredFile = z.strictObject({ key: z.string(), bytes: z.number().int(), sha256: z.string() })
export type StoredFile = z.infer<typeof StoredFile>

const SECOND_MS = 1_000
const nameShape = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/

/** Returns the backup name for a second, such as 2026-11-25T00-45-00Z. */
export const toBackupName = (at: Date): string =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')

/** @returns the second in a name, in milliseconds; NaN if it is not a time */
const readSecond = (name: string): number => Date.parse(name.replace(nameShape, '$1T$2:$3:$4Z'))

/**
 * Returns the name of a backup that starts now: its second, or the first second after all earlier names. So no two backups
 * share a name, and names sort by time, even if the clock was set back. Earlier releases can read all of them.
 */
export function chooseBackupName(now: Date, earlier: readonly string[]): string {
  const last = Math.max(...earlier.map(readSecond).filter((second) => !Number.isNaN(second)))
  return toBackupName(new Date(Math.max(now.getTime(), last + SECOND_MS)))
}

export const isBackupName = (name: string): boolean => nameShape.test(name)

/** Returns the backups beyond the limit; `names` may be in any order. */
export function chooseOld(names: readonly string[], keep: number): string[] {
  return names.toSorted().slice(0, Math.max(0, names.length - keep))
}

/** A backup is made each night; it may take some time, and a night may be an hour longer. */
const MAX_AGE_MS = 26 * 3_600_000

/** Returns whether the last backup is too old or missing. */
export function isLate(lastSnapshotAt: Date | null, now: Date): boolean {
  return lastSnapshotAt === null || now.getTime() - lastSnapshotAt.getTime() > MAX_AGE_MS
}
