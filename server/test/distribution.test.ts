// Compares what is declared about several nodes (distribution.ts) with the schema.
import { expect, it } from 'vitest'
import { features } from '../src/features.ts'
import { distributeTables } from '../src/platform/database/distribute.ts'
import {
  getDistributionColumn,
  isUniqueAnywhere,
  listDistribution,
  platformDistribution,
} from '../src/platform/database/distribution.ts'
import { openTestApp } from './harness.ts'

const t = await openTestApp()
const plan = listDistribution([platformDistribution, ...features.map(({ distribution }) => distribution ?? {})])
const { byStudent, everywhere, coordinator } = plan

/** Keys over all students that the tables have until they are distributed, because `sign_in_names` has the same. */
const keptElsewhere = ['students_email_key', 'students_proved_number', 'students_username_key']

it('every table says where its rows would be on several nodes', async () => {
  const { rows } = await t.owner.query<{ table: string }>(
    "select tablename as table from pg_tables where schemaname = 'public'",
  )
  const declared = [...byStudent, ...everywhere, ...coordinator]
  expect(declared.toSorted()).toEqual(rows.map(({ table }) => table).toSorted())
})

it('every row of a table distributed by student has the student’s id', async () => {
  const { rows } = await t.owner.query<{ table: string; column: string }>(
    `select attrelid::regclass::text as table, attname as column from pg_attribute
     where attrelid = any($1::regclass[]) and attnum > 0 and (attnotnull or exists (
       select from pg_constraint where conrelid = attrelid and convalidated
         and pg_get_constraintdef(oid) = format('CHECK ((%I IS NOT NULL))', attname)))`,
    [byStudent],
  )
  const has = (table: string) => rows.some((row) => row.table === table && row.column === getDistributionColumn(table))
  expect(byStudent.filter((table) => !has(table))).toEqual([])
})

it('a key of a student’s table contains the student’s id, or is unique on every node', async () => {
  const { rows } = await t.owner.query<{ name: string; table: string; columns: string[] }>(
    `select indexrelid::regclass::text as name, indrelid::regclass::text as table,
       array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey)) as columns
     from pg_index where indisunique and indrelid = any($1::regclass[]) order by 1`,
    [byStudent],
  )
  const missing = rows.filter(
    ({ table, columns }) => !columns.includes(getDistributionColumn(table)) && !isUniqueAnywhere(columns),
  )
  expect(missing.map(({ name }) => name)).toEqual(keptElsewhere)
})

it('rows refer to rows of the same student, or to those that every node has', async () => {
  const { rows } = await t.owner.query<{ name: string; from: string; to: string; columns: string[] }>(
    `select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
       array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[]) order by 1`,
    [[...byStudent, ...everywhere]],
  )
  const ofStudents = rows.filter(({ from, to }) => byStudent.includes(from) && byStudent.includes(to))
  // Two rows of one student have the same value, whichever column the reference uses.
  const toOthers = ofStudents.filter(({ to, columns }) => to === 'students' && !columns.includes('student_id'))
  expect(ofStudents.length).toBeGreaterThan(15)
  expect(toOthers.map(({ name }) => name)).toEqual([])
  expect(rows.filter(({ to }) => coordinator.includes(to))).toEqual([])
})

it('nothing is distributed without Citus', async () => {
  const client = await t.owner.connect()
  try {
    await expect(distributeTables(client, plan)).rejects.toThrow('The database has no Citus.')
  } finally {
    client.release()
  }
})
