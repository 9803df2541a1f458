// The draft of a notification, which is kept for as long as the tab is open.
import type { AdminNotification } from '@baobab/contract/notifications/admin.ts'
import { readDraft, writeDraft } from '../../forms/drafts.ts'
import { emptyFormValues, toFormValues, type NotificationFormValues } from './notification-form-values.ts'

export const DRAFT_KEY = 'notification-draft'

/** Returns whether a draft holds something that was typed or chosen. */
export function isDraft(draft: Record<string, string>, start: NotificationFormValues = emptyFormValues): boolean {
  return Object.entries(draft).some(([name, value]) => value !== (start as Record<string, string>)[name])
}

/** Makes a notification that was taken back the draft of the form, unless there is another. Returns whether it did. */
export function restoreAsDraft(notification: AdminNotification): boolean {
  if (isDraft(readDraft(DRAFT_KEY))) return false
  // If it cannot be stored, the form would be empty.
  return writeDraft(DRAFT_KEY, { ...toFormValues(notification), when: 'now', publishAt: '' })
}

/** The input for the scheduled notifications, among which the pages find the one to change and those to take back. */
export const scheduledInput = { query: { state: 'scheduled' as const, limit: 100 } }
