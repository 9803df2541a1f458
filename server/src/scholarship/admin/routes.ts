import * as contract from '@baobab/contract/scholarship/admin.ts'
import { nameWitnesses, revealSecret } from '@baobab/contract/scholarship/admin.ts'
import * as claims from '@baobab/contract/scholarship/prize.ts'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { bringRound } from '../bring-round.ts'
import { keepBriefly } from '../keep-briefly.ts'
import { findDraw } from '../queries.ts'
import { readBoards } from '../read-boards.ts'
import { findProposal, type DrawEventKind } from '../rules.ts'
import { drawWinner, fetchDueRound } from '../run-draw.ts'
import { changeClaim, confirmPublicName, recordPhoneAgreement } from './change-claim.ts'
import { agreeToDisqualification, confirmWinner, proposeDisqualification } from './disqualify.ts'
import { countOpenListClaims, listListClaims, refuseClaim } from './list-claims.ts'
import { countPool, readOverview } from './overview.ts'
import * as prizes from './prizes.ts'
import { withdrawProposal } from './proposals.ts'
import { rehearseDraw } from './rehearse-draw.ts'
import { agreeToReplacement, proposeReplacement } from './replace-list.ts'
import { agreeToWitnesses, proposeWitnesses, publishSecret } from './witnesses.ts'

/** Draws a month's winner manually, using the round that a relay has. */
async function drawByHand(app: App, who: AdminUser, month: string) {
  const loaded = await findDraw(app, month)
  if (loaded.state.state !== 'waiting') fail('already_drawn')
  if (loaded.state.dueAt > app.clock.now()) fail('draw_not_due')
  const round = (await fetchDueRound(app, loaded)) ?? fail('beacon_missing')
  await drawWinner(app, loaded.draw, round, who)
}

/** How old the pool counts may be, because they take seconds with a million students. */
const POOL_KEPT_MS = 60_000
/** How old the boards of a closed month may be, for the same reason. Less, because an admin has just corrected something. */
const BOARDS_KEPT_MS = 5_000

/** The action that agreeing to a proposal triggers. */
const agreements: Partial<Record<DrawEventKind, typeof agreeToReplacement>> = {
  'disqualification-proposed': agreeToDisqualification,
  'replacement-proposed': agreeToReplacement,
  'witnesses-proposed': agreeToWitnesses,
}

export function addScholarshipAdminRoutes(context: RouteContext): void {
  const { app } = context
  const readPool = keepBriefly(app, POOL_KEPT_MS, (requiresPayment: boolean) => countPool(app, requiresPayment))
  const readBoardsAtClose = keepBriefly(app, BOARDS_KEPT_MS, (month: string) =>
    readBoards(app.separate.slow.db, monthCloses(month).closesAt),
  )
  route(context, contract.scholarshipOverview, ({ who }) => readOverview(app, who, readPool))
  route(context, contract.rehearseDraw, () => rehearseDraw(app))
  route(context, contract.runDraw, async ({ who, params }) => {
    await drawByHand(app, who, params.month)
    return { message: scholarshipText.drawnNow }
  })
  route(context, contract.bringBeacon, async ({ who, params, body }) => {
    await bringRound(app, params.month, body, who)
    return { message: scholarshipText.drawnNow }
  })
  route(context, contract.disqualifyWinner, async ({ who, params, body }) => ({
    message: await proposeDisqualification(app, who, { month: params.month, ...body }),
  }))
  route(context, contract.replaceList, async ({ who, params }) => ({
    message: await proposeReplacement(app, who, params.month),
  }))
  route(context, contract.agreeToProposal, async ({ who, params: { month } }) => {
    const proposal = findProposal((await findDraw(app, month)).events)
    const agree = proposal ? agreements[proposal.kind] : undefined
    if (!agree) return fail('nothing_proposed')
    return { message: await agree(app, who, month) }
  })
  route(context, contract.withdrawProposal, async ({ who, params }) => {
    await withdrawProposal(app, who, params.month)
    return { message: scholarshipText.withdrawn }
  })
  route(context, nameWitnesses, async ({ who, params, body }) => ({
    message: await proposeWitnesses(app, who, { ...params, ...body }),
  }))
  route(context, revealSecret, async ({ who, params, body }) => ({
    message: await publishSecret(app, who, { ...params, ...body }),
  }))
  route(context, contract.confirmWinner, async ({ who, params }) => {
    await confirmWinner(app, who, params.month)
    return { message: scholarshipText.confirmed }
  })
  route(context, claims.listListClaims, () => listListClaims(app, readBoardsAtClose))
  route(context, claims.countOpenListClaims, async () => ({ open: await countOpenListClaims(app) }))
  route(context, claims.refuseClaim, async ({ who, params, body }) => {
    await refuseClaim(app, who, { ...params, ...body })
    return { message: scholarshipText.claimRefused }
  })
  route(context, claims.listPrizes, ({ who }) => prizes.listPrizes(app, who))
  route(context, claims.changeClaim, async ({ who, params, body }) => ({
    message: await changeClaim(app, who, { ...params, ...body }),
  }))
  route(context, claims.confirmPublicName, async ({ who, params, body }) => ({
    message: await confirmPublicName(app, who, { ...params, ...body }),
  }))
  route(context, claims.recordAgreement, async ({ who, params, body }) => ({
    message: await recordPhoneAgreement(app, who, { ...params, ...body }),
  }))
  route(context, claims.recordPayout, async ({ who, params, body }) => ({
    message: await prizes.recordPayout(app, who, { ...params, ...body }),
  }))
}
