// What needs a person's attention: payments, messages, cases, claims, and failed work. Every count reads a small index, and a
// role is shown only what it may open.
import { agreeToAdjustment } from '@baobab/contract/leaderboard/admin.ts'
import { listMessages } from '@baobab/contract/contact/endpoints.ts'
import { agreeToEntrantProposal, listFlagged } from '@baobab/contract/fair-play/admin.ts'
import { countOpenListClaims } from '@baobab/contract/scholarship/prize.ts'
import { countOpenReports, listRegrades } from '@baobab/contract/quiz/corrections.ts'
import { attentionKinds, type Attention, type AttentionKind } from '@baobab/contract/metrics/endpoints.ts'
import { listFailedMails } from '@baobab/contract/notifications/admin.ts'
import { listAllPayments } from '@baobab/contract/payments/admin.ts'
import { isAllowed, type AdminRole, type Who } from '@baobab/contract/accounts/rules.ts'
import { agreeToProposal } from '@baobab/contract/scholarship/admin.ts'
import { agreeToBirth } from '@baobab/contract/students/corrections.ts'
import { jobQueues, listJobQueues } from '@baobab/contract/system/endpoints.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { countOpenMessages } from '../contact/admin/queries.ts'
import { countHeldStudents } from '../fair-play/admin/count-held-students.ts'
import { countFailedMailsSince } from '../notifications/admin/failed-mails.ts'
import { listStudentsWithAdjustments } from '../leaderboard/admin/queries.ts'
import { mailQueues } from '../mails/mail-queues.ts'
import { payments } from '../payments/tables.ts'
import type { App } from '../platform/app.ts'
import { countOpenReports as countReports } from '../quiz/admin/reports/queries.ts'
import { regrades } from '../quiz/tables.ts'
import { countOpenListClaims as countListClaims } from '../scholarship/admin/list-claims.ts'
import { countDrawProposals, listStudentsWithProposals } from '../scholarship/admin/open-proposals.ts'
import { listBirthProposals } from '../students/corrections/queries.ts'
import { countFailedJobsByQueue } from '../system/queries.ts'
import { videos } from '../videos/tables.ts'

/** How long failed jobs are counted. Anything not retried by then is not urgent. */
const SHOWN_MS = 7 * 24 * 3_600_000

type Found = Omit<Attention, 'kind'>
type FailedJobs = Awaited<ReturnType<typeof countFailedJobsByQueue>>
/** Who may open the page for a kind, and how many there are. */
type Source = { who: Who; count: (app: App, loadFailedJobs: () => Promise<FailedJobs>) => Promise<number | Found[]> }

const sources: Record<AttentionKind, Source> = {
  payments: { who: listAllPayments.who, count: ({ db }) => db.$count(payments, isNotNull(payments.attention)) },
  messages: { who: listMessages.who, count: countOpenMessages },
  'draw-proposals': { who: agreeToProposal.who, count: countDrawProposals },
  'student-proposals': { who: agreeToEntrantProposal.who, count: listStudentsWithProposals },
  'points-proposals': { who: agreeToAdjustment.who, count: listStudentsWithAdjustments },
  'birth-proposals': { who: agreeToBirth.who, count: listBirthProposals },
  appeals: { who: listFlagged.who, count: (app) => countHeldStudents(app, 'appeals') },
  holds: { who: listFlagged.who, count: (app) => countHeldStudents(app, 'holds') },
  'list-claims': { who: countOpenListClaims.who, count: countListClaims },
  reports: { who: countOpenReports.who, count: countReports },
  regrades: { who: listRegrades.who, count: ({ db }) => db.$count(regrades, isNull(regrades.decision)) },
  videos: {
    who: listAdminVideos.who,
    count: ({ db }) => db.$count(videos, and(eq(videos.state, 'failed'), isNull(videos.deletedAt))),
  },
  // Notifications with some failed emails, although the job did not fail.
  'notification-mails': {
    who: listFailedMails.who,
    count: (app) => countFailedMailsSince(app, new Date(app.clock.now().getTime() - SHOWN_MS)),
  },
  mails: {
    who: listJobQueues.who,
    count: async (_app, load) => [sumFailed(await load(), (queue) => mailQueues.has(queue))],
  },
  jobs: {
    who: listJobQueues.who,
    count: async (_app, load) => [sumFailed(await load(), (queue) => !mailQueues.has(queue))],
  },
}

/** Loads what needs the attention of an admin, most urgent first. Kinds with a count of 0 are left out. */
export async function loadAttention(app: App, roles: readonly AdminRole[]): Promise<Attention[]> {
  const kinds = attentionKinds.filter((kind) => isAllowed(sources[kind].who, roles))
  // No index covers failed jobs, so both kinds share one scan.
  let failedJobs: Promise<FailedJobs> | undefined
  const loadFailedJobs = () => (failedJobs ??= countFailedJobsByQueue(app.db))
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const counted = await sources[kind].count(app, loadFailedJobs)
      const parts = typeof counted === 'number' ? [{ count: counted }] : counted
      return parts.map((part) => ({ kind, ...part }))
    }),
  )
  return found.flat().filter(({ count }) => count > 0)
}

/** Counts some queues' jobs that failed for good in the last week, as listed on the system page. */
function sumFailed(jobs: FailedJobs, isCounted: (queue: string) => boolean): Found {
  const queues = jobs.filter(({ queue }) => isCounted(queue))
  const [first] = queues
  const isOne = queues.length === 1 && first !== undefined && first.queue in jobQueues
  return { count: queues.reduce((sum, { failed }) => sum + failed, 0), ...(isOne && { queue: first.queue }) }
}
