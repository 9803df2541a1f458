import * as contract from '@baobab/contract/system/endpoints.ts'
import { systemText } from '@baobab/contract/system/endpoints.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { readClockHold } from '../platform/clock-check.ts'
import { confirmClock } from './confirm-clock.ts'
import { countFailedJobs, listFailedJobs, listJobQueues } from './queries.ts'
import { discardJob, retryJob, retryQueue } from './retry-jobs.ts'

/** The page on which admins see the background jobs. */
export function addSystemRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.readClock, async () => {
    const { heldSince, seenAt } = await readClockHold(app)
    const now = app.clock.now().toISOString()
    return { now, seenAt: seenAt.toISOString(), isHeld: heldSince !== null }
  })
  route(context, contract.confirmClock, async ({ who }) => {
    await confirmClock(app, who)
    return { message: systemText.clockConfirmed }
  })
  route(context, contract.listJobQueues, async () => ({ queues: await listJobQueues(app) }))
  route(context, contract.countFailedJobs, async () => ({ failed: await countFailedJobs(app.db) }))
  route(context, contract.listFailedJobs, ({ query }) => listFailedJobs(app, query))
  route(context, contract.retryJob, async ({ who, params }) => {
    await retryJob(app, who, params.jobId)
    return { message: systemText.jobsRunAgain(1) }
  })
  route(context, contract.retryQueue, async ({ who, params }) => {
    const jobs = await retryQueue(app, who, params.queue)
    return { message: jobs === 0 ? systemText.nothingFailed : systemText.jobsRunAgain(jobs) }
  })
  route(context, contract.discardJob, async ({ who, params }) => {
    await discardJob(app, who, params.jobId)
    return { message: systemText.jobDiscarded }
  })
}
