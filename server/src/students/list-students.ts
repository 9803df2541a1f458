// The list of students for admins. Each page is read from one snapshot of the database.
import type { ParsedOf, ReplyOf } from '@baobab/contract/endpoint.ts'
import type * as contract from '@baobab/contract/students.ts'
import type { App } from '../platform/app.ts'
import { readPage } from './read-page.ts'

type Query = ParsedOf<typeof contract.listStudents>['query']

export function listStudents(app: App, query: Query): Promise<ReplyOf<typeof contract.listStudents>> {
  const { limit, cursor, ...selection } = query
  return app.db.transaction((tx) => readPage(app, tx, { selection, limit, cursor }), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}
