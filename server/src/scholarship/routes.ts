import { agreeToPrize, claimPrize, myPrizes, readAgreementRequest } from '@baobab/contract/scholarship/prize.ts'
import { drawNews } from '@baobab/contract/scholarship/draw-news.ts'
import * as contract from '@baobab/contract/scholarship/endpoints.ts'
import { scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { sendVisitorReply } from '../platform/http/visitor-replies.ts'
import { makeListClaim } from './make-list-claim.ts'
import { makeDrawArchive, readDrawFile } from './draw-files.ts'
import { keepBriefly } from './keep-briefly.ts'
import { claimPrize as storeClaim } from './claim-prize.ts'
import * as agreement from './guardian-agreement.ts'
import { readMyPrizes } from './prizes.ts'
import { bringRound } from './bring-round.ts'
import { findDraw, listDraws, readDraw, readMyDraw } from './queries.ts'
import { loadLatestDraw, readDrawNews } from './read-draw-news.ts'
import { listTimeStamps, readTimeStamp } from './time-stamps.ts'

const mediaTypes = { txt: 'text/plain; charset=us-ascii', json: 'application/json', csv: 'text/csv; charset=utf-8' }

/** How old the list of draws and an archive may be, because anyone may request them and they cost many queries. */
const KEPT_MS = 2_000

export function addScholarshipRoutes(context: RouteContext): void {
  const { app } = context
  const list = keepBriefly(app, KEPT_MS, () => listDraws(app))
  const makeArchive = keepBriefly(app, KEPT_MS, async (monthAndVersion: string) => {
    const [month = '', version] = monthAndVersion.split(' ')
    return makeDrawArchive(app, await findDraw(app, month, version ? Number(version) : undefined))
  })
  const readForVisitors = context.visitorReplies.add(contract.listDraws.path, {
    endpoint: contract.listDraws,
    make: async () => {
      const until = new Date(app.clock.now().getTime() + KEPT_MS)
      return { value: await listDraws(app), until }
    },
  })
  route(context, contract.listDraws, async ({ who, request, reply }) =>
    who ? list(undefined) : sendVisitorReply(request, reply, await readForVisitors()),
  )
  route(context, contract.readDraw, ({ params, query }) => readDraw(app, params.month, query.version))
  route(context, contract.bringRound, async ({ params, body, request }) => {
    await app.rateLimits.countByAddress('brought-rounds', request.ip)
    await bringRound(app, params.month, body)
    return { message: scholarshipText.drawnNow }
  })
  route(context, contract.drawFile, async ({ params: { month, file }, query, reply }) => {
    const text = await readDrawFile(app, await findDraw(app, month, query.version), file)
    const extension = file.slice(file.lastIndexOf('.') + 1) as keyof typeof mediaTypes
    return reply
      .type(mediaTypes[extension])
      .header('content-disposition', `attachment; filename="draw-${month}-${file}"`)
      .send(text)
  })
  route(context, contract.drawArchive, async ({ params: { month }, query, reply }) => {
    const archive = await makeArchive(`${month} ${query.version ?? ''}`)
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="draw-${month}.zip"`)
      .send(archive)
  })
  route(context, contract.listTimeStamps, async ({ params }) => ({ stamps: await listTimeStamps(app, params.month) }))
  route(context, contract.timeStampFile, async ({ params, reply }) => {
    const bytes = await readTimeStamp(app, params)
    return reply
      .type('application/timestamp-reply')
      .header('content-disposition', `attachment; filename="draw-${params.month}-${params.name}"`)
      .send(bytes)
  })
  const latest = keepBriefly(app, KEPT_MS, () => loadLatestDraw(app))
  route(context, drawNews, async ({ who }) => readDrawNews(app, who, await latest(undefined)))
  route(context, contract.myDraw, ({ who }) => readMyDraw(app, who))
  route(context, contract.makeListClaim, async ({ who, params, body }) => {
    await makeListClaim(app, who, { ...params, ...body })
    return { message: scholarshipText.claimSent }
  })
  route(context, myPrizes, ({ who }) => readMyPrizes(app, who))
  route(context, claimPrize, async ({ who, params, body }) => ({
    message: await storeClaim(app, who, { ...params, ...body }),
  }))
  route(context, readAgreementRequest, ({ body }) => agreement.readRequest(app, body))
  route(context, agreeToPrize, async ({ body }) => ({ message: await agreement.agreeToPrize(app, body) }))
}
