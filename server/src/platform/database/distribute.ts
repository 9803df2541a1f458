// Distributes the tables of an installation over the nodes of Citus: the command `npm run shard`. On one PostgreSQL, none of this
// runs.
import pg from 'pg'
import { getDistributionColumn, isUniqueAnywhere, type DistributionPlan } from './distribution.ts'
import { UnsuitableDatabaseError } from './unsuitable-database-error.ts'

const quote = pg.escapeIdentifier
const list = (columns: readonly string[]) => columns.map((column) => quote(column)).join(', ')

/** A reference of one table's columns to those of another, with what happens on changes, such as ` ON DELETE CASCADE`. */
export type ForeignKey = {
  name: string
  table: string
  columns: string[]
  to: string
  toColumns: string[]
  actions: string
}

/** A unique index. `constraint` names the constraint that it enforces, such as a primary key. */
export type UniqueKey = {
  name: string
  table: string
  columns: string[]
  definition: string
  constraint: string | null
  isPrimary: boolean
}

/** Returns the SQL expression for the names of columns that a key or an index lists by number, in its order. */
const namesOf = (relation: string, numbers: string) => `array(
    select attname::text from unnest(${numbers}) with ordinality as key (attnum, place)
    join pg_attribute using (attnum) where attrelid = ${relation} order by place)`

const FOREIGN_KEYS = `select conname as name, conrelid::regclass::text as table, confrelid::regclass::text as to,
    ${namesOf('conrelid', 'conkey')} as columns, ${namesOf('confrelid', 'confkey')} as "toColumns",
    coalesce(substring(pg_get_constraintdef(oid) from ' ON (?:DELETE|UPDATE).*$'), '') as actions
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1`

const UNIQUE_KEYS = `select relname as name, indrelid::regclass::text as table, pg_get_indexdef(indexrelid) as definition,
    ${namesOf('indrelid', 'indkey')} as columns, indisprimary as "isPrimary",
    (select conname from pg_constraint where conindid = indexrelid and contype in ('p', 'u')) as constraint
  from pg_index join pg_class on pg_class.oid = indexrelid
  where indisunique and relnamespace = 'public'::regnamespace order by 1`

/**
 * Lists what has to change before tables are distributed, and after.
 *
 * Citus needs the student in each unique key of a distributed table, and in each reference between two of them; it refuses references
 * from other tables to a distributed one. The student comes last, so that indexes find rows as before, and a key stays unique over all
 * nodes, because its values are. Nor may a table on the coordinator refer to one on every node, because Citus then plans all of
 * its statements, and refuses some.
 */
export function planKeys(
  { byStudent, everywhere, coordinator }: DistributionPlan,
  { foreignKeys, uniqueKeys }: { foreignKeys: readonly ForeignKey[]; uniqueKeys: readonly UniqueKey[] },
): { before: string[]; after: string[] } {
  const isOfStudents = (table: string) => byStudent.includes(table)
  const dropped = foreignKeys.filter(
    ({ table, to }) => isOfStudents(to) || (coordinator.includes(table) && everywhere.includes(to)),
  )
  return {
    before: [
      ...dropped.map(({ table, name }) => `alter table ${quote(table)} drop constraint ${quote(name)}`),
      ...uniqueKeys
        .filter(({ table, columns }) => isOfStudents(table) && !columns.includes(getDistributionColumn(table)))
        .flatMap(replaceKey),
    ],
    after: dropped.filter(({ table }) => isOfStudents(table)).map(addReference),
  }
}

/** Returns the statements that add the student to a unique key, or that drop it if another table keeps its values unique. */
function replaceKey({ name, table, columns, definition, constraint, isPrimary }: UniqueKey): string[] {
  const wider = list([...columns, getDistributionColumn(table)])
  if (constraint !== null)
    return [
      `alter table ${quote(table)} drop constraint ${quote(constraint)}`,
      `alter table ${quote(table)} add constraint ${quote(constraint)} ${isPrimary ? 'primary key' : 'unique'} (${wider})`,
    ]
  const again = isUniqueAnywhere(columns)
    ? definition.replace(`(${columns.join(', ')})`, `(${wider})`)
    : definition.replace('CREATE UNIQUE INDEX', 'CREATE INDEX')
  return [`drop index ${quote(name)}`, again]
}

/** Returns the statement that adds a reference between two rows of one student, including the student's id. */
function addReference({ name, table, columns, to, toColumns, actions }: ForeignKey): string {
  const [by, toBy] = [getDistributionColumn(table), getDistributionColumn(to)]
  const [from, target] = columns.includes(by)
    ? [columns, toColumns]
    : [
        [...columns, by],
        [...toColumns, toBy],
      ]
  const key = `foreign key (${list(from)}) references ${quote(to)} (${list(target)})${actions}`
  return `alter table ${quote(table)} add constraint ${quote(name)} ${key}`
}

/**
 * Distributes the tables over the workers of a Citus, in one transaction: after a failure everything is as before. If it fails
 * later, while removing the copied rows, run it again.
 * @param client connected as a superuser who owns the tables; the caller holds the lock of `lockSchema`, and no server runs
 * @returns whether they were distributed now; false if they were already
 * @throws UnsuitableDatabaseError that says what the operator has to change
 */
export async function distributeTables(client: pg.ClientBase, plan: DistributionPlan): Promise<boolean> {
  await requireCitus(client)
  const others = plan.byStudent.filter((table) => table !== 'students')
  const isNew = !(await isDistributed(client))
  if (isNew) {
    await requireAlone(client)
    const { rows: foreignKeys } = await client.query<ForeignKey>(FOREIGN_KEYS)
    const { rows: uniqueKeys } = await client.query<UniqueKey>(UNIQUE_KEYS)
    const { before, after } = planKeys(plan, { foreignKeys, uniqueKeys })
    await client.query('begin')
    await useOneConnection(client)
    for (const statement of [...plan.before, ...before]) await client.query(statement)
    for (const table of plan.everywhere) await client.query('select create_reference_table($1)', [table])
    await client.query("select create_distributed_table('students', 'id')")
    for (const table of others)
      await client.query("select create_distributed_table($1, 'student_id', colocate_with => 'students')", [table])
    for (const statement of after) await client.query(statement)
    await client.query('commit')
  }
  await removeCopied(client, [...plan.everywhere, ...others.toReversed(), 'students'])
  return isNew
}

/** Removes from the coordinator the original rows, which Citus has copied to the workers and now hides. */
async function removeCopied(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  await client.query('begin')
  // Turns off triggers, because those of the ledgers would refuse this.
  await client.query("set local session_replication_role = 'replica'")
  for (const table of tables) await client.query('select truncate_local_data_after_distributing_table($1)', [table])
  await client.query('commit')
}

async function requireCitus(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ has: boolean }>(
    "select exists (select from pg_extension where extname = 'citus') as has",
  )
  if (!rows[0]?.has)
    throw new UnsuitableDatabaseError(
      'The database has no Citus. Install it on each node, and run CREATE EXTENSION citus in this database.',
    )
  const { rows: states } = await client.query<{ workers: number; triggers: string | null; isSuperuser: boolean }>(
    `select (select count(*)::integer from pg_dist_node where groupid <> 0 and isactive) as workers,
       current_setting('citus.enable_unsafe_triggers', true) as triggers,
       (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser"`,
  )
  if (states[0]?.workers === 0)
    throw new UnsuitableDatabaseError(
      'Citus has no workers. Add them with citus_set_coordinator_host and citus_add_node.',
    )
  if (!states[0]?.isSuperuser)
    throw new UnsuitableDatabaseError('Set DATABASE_MIGRATION_URL to a superuser who owns the tables.')
  if (states[0].triggers !== 'on')
    throw new UnsuitableDatabaseError(
      'Set citus.enable_unsafe_triggers = on on each node: ledgers need their triggers.',
    )
}

async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_dist_partition where logicalrelid = 'students'::regclass")
  return rowCount === 1
}

/** Throws if anyone else is connected: a running server would keep using its old query plans. */
async function requireAlone(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::integer as others from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
       and application_name not like 'citus%'`,
  )
  if (rows[0]?.others)
    throw new UnsuitableDatabaseError(`Stop all servers first: the database has ${rows[0].others} other connections.`)
}

/**
 * Makes Citus use one connection to each node within a transaction: in this one, and for everybody who connects from now on. Otherwise it
 * writes a table of every node and one of students over different connections, which do not see each other's rows.
 */
async function useOneConnection(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ database: string }>('select current_database() as database')
  const setting = "set citus.multi_shard_modify_mode = 'sequential'"
  await client.query(`alter database ${quote(rows[0]?.database ?? '')} ${setting}`)
  await client.query(setting)
}
