import * as contract from '@baobab/contract/fair-play-admin.ts'
import { fairPlayText } from '@baobab/contract/fair-play-text.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import * as menuCounts from '@baobab/contract/menu-counts.ts'
import { countOpenAppeals } from '../remind-of-appeals.ts'
import { answerAppeal, clearStudent, disqualifyFlagged, holdStudent } from './decide.ts'
import { listFlagged } from './list-flagged.ts'
import { readFlagged } from './read-flagged.ts'

export function addFairPlayAdminRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listFlagged, async ({ query }) => ({ students: await listFlagged(app, query) }))
  route(context, menuCounts.countOpenAppeals, async () => ({ open: await countOpenAppeals(app) }))
  route(context, contract.readFlagged, ({ who, params }) => readFlagged(app, who, params.username))
  route(context, contract.holdStudent, async ({ who, params, body }) => {
    await holdStudent(app, who, { ...params, ...body })
    return { message: fairPlayText.held }
  })
  route(context, contract.clearStudent, async ({ who, params }) => {
    await clearStudent(app, who, params.username)
    return { message: fairPlayText.cleared }
  })
  route(context, contract.disqualifyFlagged, async ({ who, params, body }) => {
    await disqualifyFlagged(app, who, { ...params, ...body })
    return { message: fairPlayText.disqualified }
  })
  route(context, contract.answerAppeal, async ({ who, params, body }) => {
    await answerAppeal(app, who, { ...params, ...body })
    return { message: fairPlayText.appealAnswered }
  })
}
