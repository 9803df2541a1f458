import * as contract from '@baobab/contract/duplicates/endpoints.ts'
import { duplicatesText } from '@baobab/contract/duplicates/endpoints.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { listDuplicates } from './list-duplicates.ts'
import { mergeStudents } from './merge-students.ts'
import { previewMerge } from './preview-merge.ts'

export function addDuplicateRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listDuplicates, ({ who, params }) => listDuplicates(app, who, params.username))
  route(context, contract.previewMerge, ({ who, params, query }) => previewMerge(app, who, { ...params, ...query }))
  route(context, contract.mergeStudents, async ({ who, params, body }) => {
    await mergeStudents(app, who, { ...params, ...body })
    return { message: duplicatesText.merged }
  })
}
