// Request inputs for the list of notifications, shared by the pages and their loaders. Kept out of the pages' modules,
// because React Router can split a loader into a small script only if it shares no code there.
import {
  notificationSenders,
  notificationStates,
  type NotificationSender,
  type NotificationState,
} from '@baobab/contract/notifications/admin.ts'
import {
  notificationMethods,
  notificationTypes,
  type NotificationMethod,
  type NotificationType,
} from '@baobab/contract/notifications/endpoints.ts'

const PAGE_SIZE = 25

/** What the address says the page shows: notifications of one sender, or the emails that failed. */
export type NotificationView = NotificationSender | 'failed-emails'
export const notificationViews: readonly NotificationView[] = [...notificationSenders, 'failed-emails']

export type NotificationFilters = {
  state: NotificationState | undefined
  update: NotificationType | undefined
  method: NotificationMethod | undefined
}

/** Returns the view that the address names; by default what admins sent. */
export function readView(search: URLSearchParams): NotificationView {
  return notificationViews.find((view) => view === search.get('from')) ?? 'admins'
}

/** Returns what the address filters by. */
export function readFilters(search: URLSearchParams): NotificationFilters {
  return {
    state: notificationStates.find((state) => state === search.get('state')),
    update: notificationTypes.find((update) => update === search.get('update')),
    method: notificationMethods.find((method) => method === search.get('method')),
  }
}

/** Returns the input for one page of the notifications of a sender. */
export function listInput(from: NotificationSender, { state, update, method }: NotificationFilters, cursor?: string) {
  return {
    query: {
      limit: PAGE_SIZE,
      from,
      ...(state && { state }),
      ...(update && { update }),
      ...(method && { method }),
      ...(cursor !== undefined && { cursor }),
    },
  }
}

/** The input for one page of the emails that failed. */
export const failedMailsInput = (cursor?: string) => ({
  query: { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) },
})

/** The input for the scheduled notifications, among which the pages find the one to change and those to take back. */
export const scheduledInput = { query: { state: 'scheduled' as const, limit: 100 } }
