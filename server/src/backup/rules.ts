// The form of a backup: what its manifest says, how it is named, and when the last one is too old.
import { z } from 'zod'

/** Changes when an older version of the product could not read the backup. */
export const FORMAT = 1

/** A file of a backup: its path in the backup, and the size and SHA-256 (hex) of the bytes that are stored. */
const Part = z.strictObject({ path: z.string(), bytes: z.number().int(), sha256: z.string() })
type Part = z.infer<typeof Part>

const Rows = Part.extend({ rows: z.number().int() })

export const Manifest = z.strictObject({
  format: z.literal(FORMAT, 'It was made by a newer version of Baobab'),
  name: z.string(),
  /** The version of the product that made it. */
  version: z.string(),
  /** The time in the name of the newest migration, in milliseconds. */
  schema: z.number().int(),
  startedAt: z.iso.datetime(),
  /** Everything that was committed before is in it. */
  snapshotAt: z.iso.datetime(),
  /** Which key encrypts it; null if none does. */
  keyId: z.string().nullable(),
  tables: z.array(Rows.extend({ table: z.string(), columns: z.array(z.string()) })),
  sequences: z.record(z.string(), z.string()),
  queues: Rows,
  jobs: Rows,
  files: Rows.extend({
    /** The size of all stored files together. */
    storedBytes: z.number().int(),
    /** Files that rows name and the store did not have. */
    missing: z.array(z.string()),
  }),
})
export type Manifest = z.infer<typeof Manifest>

/** A line of the list of files: a key of the file store, and what is stored for it beside the backups. */
export const StoredFile = z.strictObject({ key: z.string(), bytes: z.number().int(), sha256: z.string() })
export type StoredFile = z.infer<typeof StoredFile>

const SECOND_MS = 1_000
const nameShape = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/

/** Returns the name for a second, such as 2026-11-25T00-45-00Z. */
export const toBackupName = (at: Date): string =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')

/** @returns the second in a name, in milliseconds; NaN if it is no time */
const readSecond = (name: string): number => Date.parse(name.replace(nameShape, '$1T$2:$3:$4Z'))

/**
 * Returns the name of a backup that begins now: its second, or the first second after all earlier names. So no two backups have
 * the same name, and names sort by time, even if the clock was set back. Earlier releases read all of them.
 */
export function chooseBackupName(now: Date, earlier: readonly string[]): string {
  const last = Math.max(...earlier.map(readSecond).filter((second) => !Number.isNaN(second)))
  return toBackupName(new Date(Math.max(now.getTime(), last + SECOND_MS)))
}

export const isBackupName = (name: string): boolean => nameShape.test(name)

/** Returns the backups that are too many, of names in any order. */
export function chooseOld(names: readonly string[], keep: number): string[] {
  return names.toSorted().slice(0, Math.max(0, names.length - keep))
}

/** A backup is made each night; it may take some time, and a night may have an hour more. */
const MAX_AGE_MS = 26 * 3_600_000

/** Whether the last backup is too old, or there is none. */
export function isLate(lastSnapshotAt: Date | null, now: Date): boolean {
  return lastSnapshotAt === null || now.getTime() - lastSnapshotAt.getTime() > MAX_AGE_MS
}
