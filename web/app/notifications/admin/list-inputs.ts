// Request inputs for the list of notifications, shared by the pages and their loaders. Kept out of the pages' modules,
// because React Router can split a loader into a small script only if it shares no code there.
import { notificationStates, type NotificationState } from '@baobab/contract/notifications-admin.ts'

const PAGE_SIZE = 25

/** Returns the state that the address filters by. */
export function readStateParam(search: URLSearchParams): NotificationState | undefined {
  return notificationStates.find((state) => state === search.get('state'))
}

/** Returns the input for one page of notifications, in one state or in any. */
export function listInput(state: NotificationState | undefined, cursor?: string) {
  return { query: { limit: PAGE_SIZE, ...(state && { state }), ...(cursor !== undefined && { cursor }) } }
}

/** The input for the scheduled notifications, among which the page finds the one to change. */
export const scheduledInput = { query: { state: 'scheduled' as const, limit: 100 } }
