// A valid request for each endpoint in the contract, so that tests can break one thing at a time.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { isAllowed } from '@baobab/contract/accounts/rules.ts'
import type { TestApp } from './harness.ts'
import { makeSampleData, type SampleCalls } from './make-sample-data.ts'

export type Samples = {
  tokens: { student: string; guardian: string; admin: string }
  /** Returns the value of each `:name` in an endpoint's path. */
  params(endpoint: Endpoint): Record<string, string>
  query(endpoint: Endpoint): Record<string, string>
  /** Bodies by `METHOD path`. */
  bodies: Record<string, Record<string, unknown>>
}

export const endpointName = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/** Returns an endpoint's URL with its sample parameters, some of them replaced. */
export function sampleUrl(samples: Samples, endpoint: Endpoint, changes: Record<string, string> = {}): string {
  const params: Record<string, string> = { ...samples.params(endpoint), ...changes }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'missing')
  const query = new URLSearchParams(samples.query(endpoint))
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

/** Returns a token that may call an endpoint, or undefined if it needs none. */
export function tokenFor(samples: Samples, { who }: Pick<Endpoint, 'who'>): string | undefined {
  if (who === 'anyone') return undefined
  if (who === 'guardian') return samples.tokens.guardian
  return isAllowed(who, 'student') ? samples.tokens.student : samples.tokens.admin
}

const folder = join(import.meta.dirname, '../src')
const modules = await Promise.all(
  globSync('*/feature.test-data.ts', { cwd: folder }).map(
    (file) => import(join(folder, file)) as Promise<{ calls: SampleCalls }>,
  ),
)
/** What each feature says about its endpoints, in `feature.test-data.ts`. */
export const sampleCalls: SampleCalls = Object.fromEntries(modules.flatMap(({ calls }) => Object.entries(calls)))

/** Creates a student, an admin and a quiz, and a valid request for each endpoint. */
export async function makeSamples(t: TestApp): Promise<Samples> {
  const made = await makeSampleData(t)
  const {
    student,
    guardian,
    child,
    admin,
    another,
    into,
    bounced,
    held,
    quiz,
    seriesId,
    attempt,
    reportGroupId,
    regradeId,
    notification,
    session,
    adminSession,
    invitation,
    message,
    replyId,
    savedAnswer,
    file,
    bulkRun,
    payment,
    refundId,
    payLink,
    draw,
    claimId,
    appealId,
    noteId,
    adjustmentId,
    birthProposalId,
    jobId,
    pending,
    subscription,
    view,
  } = made
  const usernameFor = (path: string) => {
    if (path.startsWith('/admin/students/')) return bounced.username
    if (path.startsWith('/admin/flagged-students/')) return held.username
    if (path.startsWith('/guardian/')) return child.username
    return path.startsWith('/admin') ? admin.username : student.username
  }
  return {
    tokens: { student: student.token, guardian: guardian.token, admin: admin.token },
    params: ({ path }) => ({
      username: usernameFor(path),
      sessionId: (path.startsWith('/admin') ? adminSession : session)?._id ?? '',
      subscriptionId: subscription._id,
      id: quiz.video.id,
      provider: 'linkedin',
      smsProvider: 'termii',
      viewId: view._id,
      seriesId,
      certificateId: 'x'.repeat(22),
      attemptId: attempt._id,
      adminId: another.id,
      invitationId: invitation._id,
      registrationId: pending?.id ?? '',
      messageId: message?.id ?? '',
      replyId,
      answerId: savedAnswer._id,
      reportGroupId,
      appealId,
      noteId,
      adjustmentId,
      birthProposalId,
      claimId,
      regradeId,
      triviaId: quiz.questions[0]?.id ?? '',
      notificationId: notification._id,
      exportId: file?.id ?? '',
      runId: bulkRun?.id ?? '',
      reference: payment.reference,
      refundId,
      token: new URL(payLink).searchParams.get('link') ?? '',
      importId: quiz.video.id,
      jobId,
      month: draw.month,
      file: 'list.txt',
      queue: 'erased-files',
      videoTitle: encodeURIComponent(quiz.video.title),
      ageCategory: quiz.ageCategory,
    }),
    query: ({ path }): Record<string, string> => {
      if (path === '/admin/figures' || path === '/admin/payment-totals') return { from: '2026-01-01', to: '2026-01-30' }
      if (path === '/admin/flagged-students') return { ageCategory: '11-20' }
      if (path === '/admin/students/:username/merge') return { into: into.username }
      if (path === '/admin/students/:username/birth-effect') return { birth: '2012-03-04' }
      if (path === '/admin/one-admin') return { username: admin.username }
      if (path.startsWith('/admin/trivia-')) return { videoId: quiz.video.id, ageCategory: quiz.ageCategory }
      return {}
    },
    bodies: Object.fromEntries(
      Object.entries(sampleCalls).flatMap(([name, { body }]) => (body ? [[name, body(made)]] : [])),
    ),
  }
}
