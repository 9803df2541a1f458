// Text about bulk actions.
import { formatCount } from '../../ui/format.ts'
import type { BulkActionName } from '@baobab/contract/bulk/endpoints.ts'

const rows = (count: number) => formatCount(count, 'row')

export const text = {
  starting: 'Starting...',
  running: (label: string, ready: number, total: number) =>
    `${label}: ${ready.toLocaleString('en-NG')} of ${rows(total)} so far. You can leave this page.`,
  undoing: (label: string) => `Undo: ${label}`,
  progress: 'Progress',
  stoppedAt: (label: string, done: number, total: number) =>
    `${label}: stopped after ${done.toLocaleString('en-NG')} of ${rows(total)}.`,
  skipped: (count: number) => `${rows(count)} left out.`,
  failed: (count: number) => `${rows(count)} failed.`,
  why: 'Why?',
  reason: (count: number, reason: string) => `${rows(count)}: ${reason}`,
  names: (names: readonly string[], count: number) =>
    names.length < count
      ? `${names.join(', ')} and ${(count - names.length).toLocaleString('en-NG')} more`
      : names.join(', '),
  sentIn: (label: string, total: number, seconds: number) =>
    `${label}: ${rows(total)}. It is sent in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  takeBack: 'Take back',
  takenBack: (label: string) => `${label}: taken back. Nobody got it.`,
  stop: 'Stop',
  stopping: 'Stopping...',
  undo: 'Undo',
  dismiss: 'Hide',
  loadingReasons: 'Loading the reasons...',
} as const

// Labels of the bulk actions

const labels: Readonly<Record<BulkActionName, string>> = {
  'students.notify': 'Notification to students',
  'students.hold': 'Hold students',
  'students.release': 'Release students',
  'students.extra-time': 'Extra time for students',
  'questions.move': 'Move questions',
  'questions.delete': 'Delete questions',
  'payments.check': 'Check payments with Paystack',
  'videos.visibility': 'Change access to videos',
  'videos.move': 'Move videos',
  'videos.delete': 'Delete videos',
  'messages.mark': 'Mark messages',
  'messages.organize': 'Assign, close or open messages',
  'notifications.cancel': 'Cancel notifications',
  'notifications.mail-again': 'Send failed emails again',
}

/** Returns an action's label, or its name if it comes from another version. */
export const bulkActionLabel = (action: string): string => labels[action as BulkActionName] ?? action
