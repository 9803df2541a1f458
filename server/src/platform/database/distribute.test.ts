import { expect, it } from 'vitest'
import { planKeys, type ForeignKey, type UniqueKey } from './distribute.ts'
import type { DistributionPlan } from './distribution.ts'

const plan: DistributionPlan = {
  byStudent: ['students', 'attempts', 'answers'],
  everywhere: ['videos'],
  coordinator: ['payments', 'plays'],
  before: [],
}
const foreignKey = (changes: Partial<ForeignKey>): ForeignKey => ({
  name: 'a_fk',
  table: 'answers',
  columns: ['attempt_id'],
  to: 'attempts',
  toColumns: ['id'],
  actions: '',
  ...changes,
})
const uniqueKey = (changes: Partial<UniqueKey>): UniqueKey => ({
  name: 'a_key',
  table: 'attempts',
  columns: ['id'],
  definition: '',
  constraint: null,
  isPrimary: false,
  ...changes,
})
const planReference = (changes: Partial<ForeignKey>) =>
  planKeys(plan, { foreignKeys: [foreignKey(changes)], uniqueKeys: [] })
const planKey = (changes: Partial<UniqueKey>) => planKeys(plan, { foreignKeys: [], uniqueKeys: [uniqueKey(changes)] })
const dropped = (table: string) => [`alter table "${table}" drop constraint "a_fk"`]

it('a reference between two rows of a student gets the student’s id, and keeps what happens on changes', () => {
  const { before, after } = planReference({ actions: ' ON DELETE CASCADE' })
  expect(before).toEqual(dropped('answers'))
  expect(after).toEqual([
    'alter table "answers" add constraint "a_fk" foreign key ("attempt_id", "student_id") references "attempts" ("id", "student_id") ON DELETE CASCADE',
  ])
})

it('a reference to the student already has the id', () => {
  expect(planReference({ columns: ['student_id'], to: 'students' }).after).toEqual([
    'alter table "answers" add constraint "a_fk" foreign key ("student_id") references "students" ("id")',
  ])
})

it.each([
  ['from the coordinator to a student', { table: 'payments', columns: ['student_id'], to: 'students' }],
  ['from the coordinator to a table of every node', { table: 'plays', columns: ['video_id'], to: 'videos' }],
])('a reference %s ends', (_name, changes) => {
  expect(planReference(changes)).toEqual({ before: dropped(changes.table), after: [] })
})

it.each([
  ['from a student to a table of every node', { columns: ['video_id'], to: 'videos' }],
  ['within the coordinator', { table: 'payments', columns: ['play_id'], to: 'plays' }],
])('a reference %s stays', (_name, changes) => {
  expect(planReference(changes)).toEqual({ before: [], after: [] })
})

it('a key gets the student last', () => {
  expect(planKey({ constraint: 'a_key', isPrimary: true }).before).toEqual([
    'alter table "attempts" drop constraint "a_key"',
    'alter table "attempts" add constraint "a_key" primary key ("id", "student_id")',
  ])
  expect(planKey({ constraint: 'a_key' }).before[1]).toContain('unique ("id", "student_id")')
  const definition = 'CREATE UNIQUE INDEX a_key ON public.attempts USING btree (attempt_id, kind) WHERE kind'
  expect(planKey({ definition, columns: ['attempt_id', 'kind'] }).before).toEqual([
    'drop index "a_key"',
    'CREATE UNIQUE INDEX a_key ON public.attempts USING btree ("attempt_id", "kind", "student_id") WHERE kind',
  ])
})

it('a key whose values another table keeps unique becomes a plain index', () => {
  const definition = 'CREATE UNIQUE INDEX a_key ON public.students USING btree (email_key)'
  expect(planKey({ definition, table: 'students', columns: ['email_key'] }).before[1]).toBe(
    'CREATE INDEX a_key ON public.students USING btree (email_key)',
  )
})

it.each([
  ['with the student', { columns: ['student_id', 'day'] }],
  ['of the students', { table: 'students', columns: ['id'] }],
  ['of another table', { table: 'videos', columns: ['id'] }],
])('a key %s stays', (_name, changes) => {
  expect(planKey(changes).before).toEqual([])
})
