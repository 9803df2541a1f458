import * as contract from '@baobab/contract/fair-play/admin.ts'
import { fairPlayText } from '@baobab/contract/fair-play/text.ts'
import { scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import { countOpenAppeals } from '../remind-of-appeals.ts'
import { answerAppeal, clearStudent, disqualifyFlagged, holdStudent } from './decide.ts'
import { withdrawEntrantProposal } from '../../scholarship/admin/entrant-changes.ts'
import { agreeToEntrantProposal } from './entrant-proposals.ts'
import { listFlagged } from './list-flagged.ts'
import { readFlagged } from './read-flagged.ts'

export function addFairPlayAdminRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listFlagged, async ({ query }) => ({ students: await listFlagged(app, query) }))
  route(context, contract.countOpenAppeals, async () => ({ open: await countOpenAppeals(app) }))
  route(context, contract.readFlagged, ({ who, params }) => readFlagged(app, who, params.username))
  route(context, contract.holdStudent, async ({ who, params, body }) => {
    const isDone = await holdStudent(app, who, { ...params, ...body })
    return { message: isDone ? fairPlayText.held : scholarshipText.proposed }
  })
  route(context, contract.clearStudent, async ({ who, params }) => {
    const isDone = await clearStudent(app, who, params.username)
    return { message: isDone ? fairPlayText.cleared : scholarshipText.proposed }
  })
  route(context, contract.disqualifyFlagged, async ({ who, params, body }) => {
    const isDone = await disqualifyFlagged(app, who, { ...params, ...body })
    return { message: isDone ? fairPlayText.disqualified : scholarshipText.proposed }
  })
  route(context, contract.agreeToEntrantProposal, async ({ who, params }) => {
    await agreeToEntrantProposal(app, who, params.proposalId)
    return { message: fairPlayText.agreed }
  })
  route(context, contract.withdrawEntrantProposal, async ({ who, params }) => {
    await withdrawEntrantProposal(app, who, params.proposalId)
    return { message: scholarshipText.withdrawn }
  })
  route(context, contract.answerAppeal, async ({ who, params, body }) => {
    const isDone = await answerAppeal(app, who, { ...params, ...body })
    return { message: isDone ? fairPlayText.appealAnswered : scholarshipText.proposed }
  })
}
