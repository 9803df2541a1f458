import type pg from 'pg'

/**
 * Hides from the server's role that the tests' PostgreSQL runs without fsync: this view is found before the system's.
 * @param owner a connection to the database, as the role that owns it
 * @param changes settings that the server should see differently
 */
export async function feignDurability(owner: pg.ClientBase, changes: Record<string, string> = {}): Promise<void> {
  const settings = { synchronous_commit: 'on', fsync: 'on', full_page_writes: 'on', ...changes }
  const rows = Object.entries(settings).map((row) => `('${row.join("', '")}')`)
  const { rows: databases } = await owner.query<{ name: string }>('select current_database() as name')
  await owner.query(`create schema feigned;
    create view feigned.pg_settings (name, setting) as values ${rows.join(', ')};
    grant usage on schema feigned to public;
    grant select on feigned.pg_settings to public;
    alter role baobab_app in database ${databases[0]?.name} set search_path = feigned, pg_catalog, public`)
}
