// Checks the tables themselves: every page can be read, every reference leads somewhere, and ledgers refuse changes.
import { getTableName } from 'drizzle-orm'
import { isDatabaseDamaged } from '../platform/http/errors.ts'
import { sqlCheck, type Check } from '../platform/data-check.ts'
import type { FeatureData } from '../platform/feature-data.ts'

/** Lists the ledgers of all features, and the audit log, which belongs to no feature. */
export const listLedgers = (features: readonly FeatureData[]): string[] =>
  ['audit_lines', ...features.flatMap(({ ledgers = [] }) => ledgers.map((ledger) => getTableName(ledger)))].toSorted()

export const listTriggers = (features: readonly FeatureData[]): string[] =>
  [
    ...listLedgers(features).map((ledger) => `${ledger}_append_only`),
    ...features.flatMap(({ triggers = [] }) => triggers),
  ].toSorted()

export const createProtectionCheck = (features: readonly FeatureData[]): Check =>
  sqlCheck(
    'protection',
    'Every trigger that refuses changes to a ledger, or tells servers of changes, exists and is enabled.',
    `select 'trigger ' || name as row, 'it is missing or off' as reason from unnest($1::text[]) as name
     where not exists (select from pg_trigger where tgname = name and tgenabled in ('O', 'A'))`,
    [listTriggers(features)],
  )

type ForeignKey = { child: string; parent: string; key: string[]; columns: string[]; parentColumns: string[] }

const columnsOf = (relation: string, numbers: string) =>
  `array(select quote_ident(attname) from unnest(${numbers}) with ordinality as key (number, position)
    join pg_attribute on attrelid = ${relation} and attnum = number order by position)`

const FOREIGN_KEYS = `
  select conrelid::regclass::text as child, confrelid::regclass::text as parent,
    ${columnsOf('conrelid', 'conkey')} as columns, ${columnsOf('confrelid', 'confkey')} as "parentColumns",
    ${columnsOf('conrelid', '(select indkey::smallint[] from pg_index where indrelid = conrelid and indisprimary)')} as key
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, conname`

/** Returns the query that finds rows whose foreign key leads nowhere. */
function findOrphans({ child, parent, key, columns, parentColumns }: ForeignKey): string {
  const toList = (alias: string, names: readonly string[]) => names.map((name) => `${alias}.${name}`).join(', ')
  const id = key.map((name) => `child.${name}::text`).join(" || ' ' || ")
  return `select '${child} ' || ${id} as row, '${columns.join()} names a row that ${parent} does not have' as reason
    from ${child} child where num_nulls(${toList('child', columns)}) = 0 and not exists (
      select from ${parent} parent where (${toList('parent', parentColumns)}) = (${toList('child', columns)}))`
}

export const referenceCheck: Check = {
  name: 'references',
  holds: 'Every row that refers to another row refers to one that exists.',
  async *find(reader) {
    for (const key of await reader.query<ForeignKey>(FOREIGN_KEYS)) yield* reader.stream(findOrphans(key))
  },
}

const TABLES = `select oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`

export const pageCheck: Check = {
  name: 'pages',
  holds: 'Every page of every table can be read.',
  async *find(reader) {
    for (const { name } of await reader.query<{ name: string }>(TABLES)) {
      await reader.query('savepoint pages')
      try {
        // Counts whole rows, so that PostgreSQL cannot read an index instead.
        await reader.query(`select count(whole) from ${name} as whole`)
      } catch (error) {
        if (!isDatabaseDamaged(error)) throw error
        await reader.query('rollback to savepoint pages')
        yield { row: `table ${name}`, reason: error instanceof Error ? error.message : 'it is damaged' }
      }
      await reader.query('release savepoint pages')
    }
  },
}
