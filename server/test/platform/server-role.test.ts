// Tests what the server's database role may do.
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { features } from '../../src/features.ts'
import { listLedgers } from '../../src/verification/table-checks.ts'
import { openTestApp } from '../harness.ts'

const LEDGERS = listLedgers(features)

const t = await openTestApp()

const readColumn = async (pool: pg.Pool, text: string) =>
  (await pool.query<{ name: string }>(text)).rows.map(({ name }) => name)

describe('the server’s role', () => {
  const tables = "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'"

  it('may only add to the ledgers and read them', async () => {
    const ledgers = `select distinct tgrelid::regclass::text as name from pg_trigger
      where tgfoid = 'public.refuse_change()'::regprocedure order by 1`
    expect(await readColumn(t.app.pool, ledgers)).toEqual(LEDGERS)
    for (const ledger of LEDGERS) {
      const [column] = await readColumn(
        t.owner,
        `select attname as name from pg_attribute where attrelid = '${ledger}'::regclass and attnum = 1`,
      )
      for (const statement of [
        `update ${ledger} set ${column} = ${column}`,
        `delete from ${ledger}`,
        `truncate ${ledger}`,
        `drop table ${ledger}`,
        `alter table ${ledger} disable trigger all`,
        `drop trigger ${ledger}_append_only on ${ledger}`,
      ])
        await expect(t.app.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
      await expect(t.owner.query(`delete from ${ledger}`)).rejects.toThrow(`${ledger} is append-only`)
      const may = `select privilege as name from unnest(array['select', 'insert', 'update', 'delete']) as privilege
        where has_table_privilege('${ledger}', privilege)`
      expect(await readColumn(t.app.pool, may)).toEqual(['select', 'insert'])
    }
  })

  it('may read and write all other tables, but truncate none', async () => {
    const others = (await readColumn(t.owner, tables)).filter((name) => !LEDGERS.includes(name))
    expect(others.length).toBeGreaterThan(20)
    for (const name of others) {
      const { rows } = await t.app.pool.query(
        `select has_table_privilege($1, 'select') and has_table_privilege($1, 'insert') and has_table_privilege($1, 'update')
           and has_table_privilege($1, 'delete') as writes, has_table_privilege($1, 'truncate') as truncates`,
        [name],
      )
      expect({ name, ...rows[0] }).toEqual({ name, writes: true, truncates: false })
    }
  })

  it('owns the job queues’ schema, and nothing else', async () => {
    const foreign = `select oid::regclass::text as name from pg_class where relowner = 'baobab_app'::regrole
      and relnamespace not in ('pgboss'::regnamespace, 'pg_toast'::regnamespace)`
    expect(await readColumn(t.owner, foreign)).toEqual([])
    const theirs = "select nspname as name from pg_namespace where nspowner = 'baobab_app'::regrole"
    expect(await readColumn(t.owner, theirs)).toEqual(['pgboss'])
    await expect(t.app.pool.query('create table public.mine (id integer)')).rejects.toMatchObject({ code: '42501' })
    await expect(t.app.pool.query('create schema mine')).rejects.toMatchObject({ code: '42501' })
  })
})
