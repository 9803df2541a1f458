// The office's table of payments. Every page is one moment of the database.
import type { ParsedOf, ReplyOf } from '@baobab/contract/endpoint.ts'
import type { listAllPayments } from '@baobab/contract/payments-admin.ts'
import type { App } from '../../platform/app.ts'
import { readPayments } from './read-payments.ts'

type Query = ParsedOf<typeof listAllPayments>['query']

export function listPayments(app: App, query: Query): Promise<ReplyOf<typeof listAllPayments>> {
  const { limit, cursor, ...selection } = query
  return app.db.transaction((tx) => readPayments(tx, { selection, limit, cursor }), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}
