import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import * as contract from '@baobab/contract/saved-views/endpoints.ts'
import { SAVED_VIEWS_MAX } from '@baobab/contract/saved-views/endpoints.ts'
import { desc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { makeAdmin, makeAnotherAdmin, makeStudent, PASSWORD, type MadeAdmin } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { savedViews } from './tables.ts'

let [admin, other]: MadeAdmin[] = []
const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
beforeAll(async () => {
  admin = await makeAdmin(t)
  other = await makeAnotherAdmin(t, admin, 'auditor')
})
beforeEach(async () => {
  await t.app.db.delete(savedViews)
})

const as = (caller: MadeAdmin | undefined = admin) => t.as(caller?.token ?? '')
const view = { list: 'students', name: 'Unpaid girls', query: 'filter=females&paid=no', isDefault: false } as const
const create = (changes: Partial<Omit<contract.SavedView, '_id'>> = {}, caller?: MadeAdmin) =>
  as(caller)(contract.createSavedView, { body: { ...view, hiddenColumns: [], ...changes } })
const list = async (caller?: MadeAdmin) => (await as(caller)(contract.listSavedViews, {})).views
const lastLine = async () => (await t.app.db.select().from(auditLines).orderBy(desc(auditLines.seq)).limit(1))[0]

it('a view can be saved, renamed and deleted, with an audit line each time', async () => {
  const made = await create({ name: '  Unpaid girls ', hiddenColumns: ['gender', 'ageCategory'] })
  const expected = { ...view, _id: made.view._id, hiddenColumns: ['gender', 'ageCategory'] }
  expect(made).toEqual({ message: 'View saved.', view: expected })
  expect(await list()).toEqual([expected])
  expect(await lastLine()).toMatchObject({
    action: 'admin.view_saved',
    subject: admin?.id,
    details: { list: 'students' },
  })
  const params = { viewId: made.view._id }
  const changed = await as()(contract.changeSavedView, { params, body: { name: 'Girls', isDefault: true } })
  expect(changed).toEqual({ message: 'View saved.', view: { ...expected, name: 'Girls', isDefault: true } })
  expect(await lastLine()).toMatchObject({ action: 'admin.view_changed' })
  expect(await as()(contract.deleteSavedView, { params })).toEqual({ message: 'View deleted.' })
  expect(await lastLine()).toMatchObject({ action: 'admin.view_deleted' })
  expect(await list()).toEqual([])
})

it('the search is stored, but neither the page nor the subject of audit lines', async () => {
  await create({ query: 'sort=score&search=Unity+School&subject=ada&cursor=x&page=3&filter=males' })
  expect(await t.app.db.select().from(savedViews)).toMatchObject([
    { query: 'filter=males&search=Unity+School&sort=score' },
  ])
})

it('a search that names a student is forgotten when the account is erased', async () => {
  const student = await makeStudent(t)
  await create({ name: 'By name', query: `filter=males&search=${student.username.toUpperCase()}` })
  await create({ name: 'By email', query: `search=${encodeURIComponent(student.email)}` })
  await create({ name: 'By school', query: 'search=Unity+School' })
  await create({ name: 'Short', query: 'search=a' })
  await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
  expect(Object.fromEntries((await list()).map(({ name, query }) => [name, query]))).toEqual({
    'By email': '',
    'By name': 'filter=males',
    'By school': 'search=Unity+School',
    Short: 'search=a',
  })
})

it('an admin with any role has their own views, which nobody else can see, change or delete', async () => {
  const mine = (await create()).view
  const theirs = (await create({}, other)).view
  expect((await list()).map(({ _id }) => _id)).toEqual([mine._id])
  expect((await list(other)).map(({ _id }) => _id)).toEqual([theirs._id])
  const gone = { code: 'view_not_found', message: 'This view no longer exists.' }
  const params = { viewId: mine._id }
  const body = { name: 'Mine', isDefault: false }
  expect(await refusal(as(other)(contract.changeSavedView, { params, body }))).toMatchObject(gone)
  expect(await refusal(as(other)(contract.deleteSavedView, { params }))).toMatchObject(gone)
  expect(await list()).toEqual([mine])
})

it('a list has one view per name, ignoring case; another list may use the same name', async () => {
  await create()
  const taken = {
    code: 'view_name_taken',
    errors: [{ path: 'name', message: 'You already have a view with this name.' }],
  }
  expect(await refusal(create({ name: 'unpaid GIRLS' }))).toMatchObject(taken)
  const { view: second } = await create({ name: 'Boys' })
  const params = { viewId: second._id }
  const body = { name: 'Unpaid girls', isDefault: false }
  expect(await refusal(as()(contract.changeSavedView, { params, body }))).toMatchObject(taken)
  await create({ list: 'payments' })
  expect(await list()).toHaveLength(3)
})

it('a list opens with at most one view, even when two are chosen at once', async () => {
  const names = ['A', 'B', 'C', 'D']
  await Promise.all(names.map((name) => create({ name, isDefault: true })))
  await create({ list: 'payments', isDefault: true })
  const defaults = (await list()).filter(({ isDefault }) => isDefault)
  expect(defaults.map((one) => one.list).toSorted()).toEqual(['payments', 'students'])
})

it('a list has at most 30 views', async () => {
  const rows = Array.from({ length: SAVED_VIEWS_MAX - 1 }, (_, number) => ({
    ...view,
    name: `View ${number}`,
    hiddenColumns: [],
    adminId: admin?.id ?? '',
    createdAt: t.app.clock.now(),
  }))
  await t.app.db.insert(savedViews).values(rows)
  const outcomes = await Promise.allSettled([create({ name: 'One' }), create({ name: 'Two' })])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await refusal(create({ name: 'Three' }))).toMatchObject({
    code: 'too_many_views',
    message: 'You have 30 views of this list. Please delete one first.',
  })
  expect(await t.app.db.$count(savedViews, eq(savedViews.list, 'students'))).toBe(SAVED_VIEWS_MAX)
})

it.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ name: 'x'.repeat(61) }, 'name', 'Name cannot exceed 60 characters'],
  [{ list: 'secrets' as 'audit' }, 'list', 'Unknown list'],
  [{ hiddenColumns: ['drop table'] }, 'hiddenColumns.0', 'Unknown column'],
  [{ query: 'a'.repeat(1_001) }, 'query', 'Filters cannot exceed 1000 characters'],
])('a bad view %j is refused under its field', async (changes, path, message) => {
  expect(await refusal(create(changes))).toMatchObject({ code: 'invalid', errors: [{ path, message }] })
  expect(await list()).toEqual([])
})
