// Decides whether a release may run on a schema. Migrations are identified by the times in their journal.

/** The oldest release that may run on a schema: the first one with this migration. */
export type OldestRelease = { release: string; migration: number }

/** A database's schema compared with the migrations of this release. */
export type SchemaState = {
  /** The number of migrations still to be applied. */
  pending: number
  /** Whether a newer release has migrated the database. */
  isNewer: boolean
  /** Why this release must not run on the schema; undefined if it may. */
  refusal: string | undefined
}

type Schemas = {
  /** The migrations of this release. */
  known: readonly number[]
  /** The migrations already applied to the database. */
  applied: readonly number[]
  /** What the schema says; undefined if it is empty or from before rollbacks were possible. */
  oldest: OldestRelease | undefined
}

/**
 * Compares a database with a release. An older release may run on a newer schema if the schema was built on all of the release's
 * migrations, and says that nothing the release uses was taken away. This makes a rollback possible.
 */
export function compareSchemas({ known, applied, oldest }: Schemas): SchemaState {
  const newest = Math.max(-1, ...applied)
  const unknown = applied.filter((at) => !known.includes(at))
  if (unknown.length === 0)
    return { pending: known.filter((at) => at > newest).length, isNewer: false, refusal: undefined }
  const isOnSameLine = known.every((at) => applied.includes(at) && at < Math.min(...unknown))
  const isAllowed = isOnSameLine && oldest !== undefined && known.includes(oldest.migration)
  return { pending: 0, isNewer: true, refusal: isAllowed ? undefined : refuse(newest, oldest) }
}

function refuse(newest: number, oldest: OldestRelease | undefined): string {
  const at = new Date(newest).toISOString()
  const needed = oldest === undefined ? '' : ` and needs ${oldest.release} or newer`
  return (
    `The database belongs to a newer version of Baobab${needed} (its schema has the migration of ${at}). ` +
    'Start that version, or restore a backup from before the upgrade.'
  )
}
