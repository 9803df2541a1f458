// What an action on many rows has done, in a sentence.
import type { BulkActionName, BulkRun } from '@baobab/contract/bulk/endpoints.ts'
import { formatCount } from '../../ui/format.ts'

const students = (count: number) => formatCount(count, 'student')
const questions = (count: number) => formatCount(count, 'question')
const videos = (count: number) => formatCount(count, 'video')
const messages = (count: number) => formatCount(count, 'message')
const notifications = (count: number) => formatCount(count, 'notification')
const are = (count: number) => (count === 1 ? 'is' : 'are')
const have = (count: number) => (count === 1 ? 'has' : 'have')

/** What a choice of visibility does with videos. */
const visibilities: Readonly<Record<string, (count: number) => string>> = {
  now: (count) => `${videos(count)} ${are(count)} now public.`,
  draft: (count) => `${videos(count)} ${count === 1 ? 'is now a draft' : 'are now drafts'}.`,
  later: (count) => `${videos(count)} ${are(count)} scheduled.`,
  free: (count) => `${videos(count)} ${are(count)} now free.`,
  premium: (count) => `${videos(count)} ${are(count)} now premium.`,
}

type Outcome = { done: (count: number, choice: string | null) => string; undone?: (count: number) => string }

const outcomes: Readonly<Record<BulkActionName, Outcome>> = {
  'students.notify': { done: (count) => `Notification sent to ${students(count)}.` },
  'students.hold': { done: (count) => `${students(count)} ${are(count)} now on hold.` },
  'students.release': { done: (count) => `${students(count)} ${are(count)} no longer on hold.` },
  'students.extra-time': {
    done: (count) => `${students(count)} ${have(count)} a new quiz time.`,
    undone: (count) => `Undone: ${students(count)} ${have(count)} the earlier quiz time again.`,
  },
  'questions.move': {
    done: (count) => `${questions(count)} moved.`,
    undone: (count) => `Undone: ${questions(count)} moved back.`,
  },
  'questions.delete': {
    done: (count) => `${questions(count)} deleted.`,
    undone: (count) => `Undone: ${questions(count)} ${are(count)} back.`,
  },
  'payments.check': { done: (count) => `${formatCount(count, 'payment')} checked with Paystack.` },
  'videos.visibility': {
    done: (count, choice) => visibilities[choice ?? '']?.(count) ?? `Access to ${videos(count)} changed.`,
    undone: (count) => `Undone: ${videos(count)} ${are(count)} as before.`,
  },
  'videos.move': {
    done: (count) => `${videos(count)} moved.`,
    undone: (count) => `Undone: ${videos(count)} moved back.`,
  },
  'videos.delete': {
    done: (count) => `${videos(count)} deleted.`,
    undone: (count) => `Undone: ${videos(count)} ${are(count)} back.`,
  },
  'messages.mark': {
    done: (count) => `${messages(count)} marked.`,
    undone: (count) => `Undone: ${messages(count)} ${are(count)} as before.`,
  },
  'messages.organize': {
    done: (count) => `${messages(count)} changed.`,
    undone: (count) => `Undone: ${messages(count)} ${are(count)} as before.`,
  },
  'notifications.cancel': { done: (count) => `${notifications(count)} canceled.` },
  'notifications.mail-again': { done: (count) => `Failed emails of ${notifications(count)} sent again.` },
}

/** Says what a run that was not stopped has done. */
export function describeDone({ action, choice, done, isUndo }: BulkRun): string {
  if (done === 0) return 'Nothing changed.'
  const outcome: Outcome | undefined = outcomes[action as BulkActionName]
  const rows = formatCount(done, 'row')
  if (isUndo) return outcome?.undone?.(done) ?? `Undone: ${rows}.`
  // The action may come from another version.
  return outcome?.done(done, choice) ?? `${rows} changed.`
}
