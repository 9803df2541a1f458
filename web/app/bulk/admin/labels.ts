// Labels of the actions with many rows.
import type { BulkActionName } from '@baobab/contract/bulk/endpoints.ts'

const labels: Readonly<Record<BulkActionName, string>> = {
  'students.notify': 'Notification to students',
  'students.hold': 'Hold students',
  'students.release': 'Release students',
  'students.extra-time': 'Extra time for students',
  'questions.move': 'Move questions',
  'questions.delete': 'Delete questions',
  'payments.check': 'Check payments with Paystack',
  'videos.visibility': 'Change who sees videos',
  'videos.move': 'Move videos',
  'videos.delete': 'Delete videos',
  'messages.mark': 'Mark messages',
  'messages.organize': 'Assign, close or open messages',
  'notifications.cancel': 'Cancel notifications',
  'notifications.mail-again': 'Send failed emails again',
}

/** Returns the label of an action, or its name if it is one of an earlier version. */
export const bulkActionLabel = (action: string): string => labels[action as BulkActionName] ?? action
