// The list of students for admins. Each page is read from one snapshot of the database.
import type { ParsedOf, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type * as contract from '@baobab/contract/students/endpoints.ts'
import type { StudentSelection } from '@baobab/contract/students/endpoints.ts'
import type { App } from '../platform/app.ts'
import { countStudents } from './count-students.ts'
import { readPage } from './read-page.ts'

type Query = ParsedOf<typeof contract.listStudents>['query']

export async function listStudents(app: App, query: Query): Promise<ReplyOf<typeof contract.listStudents>> {
  const { limit, cursor, ...selection } = query
  const isEverybody = cursor === undefined && selectsEverybody(selection)
  const reading = app.db.transaction(
    (tx) => readPage(app, tx, { selection, limit, cursor, withoutTotal: isEverybody }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  if (!isEverybody) return reading
  // Counted like on the dashboard, where an estimate would show a different number.
  const [page, { all: count, isCurrent }] = await Promise.all([reading, countStudents(app)])
  return { ...page, total: { count, precision: isCurrent ? 'exact' : 'about' } }
}

/** Whether a selection only orders the students. */
function selectsEverybody({ filter, search, ageCategory, paid, state, school }: StudentSelection): boolean {
  const isNarrowed =
    [ageCategory, paid, state].some((chosen) => chosen !== undefined) || search.trim() !== '' || Boolean(school)
  return !isNarrowed && (filter === 'all' || filter === 'name-a-z')
}
