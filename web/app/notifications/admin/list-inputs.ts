// Inputs of the list of notifications, shared by the pages and their loaders: a loader has its own small script only if it
// shares no code inside the page's module.
import { notificationStates, type NotificationState } from '@baobab/contract/notifications-admin.ts'

const PAGE_SIZE = 25

/** Returns the state that the address filters by. */
export function readStateParam(search: URLSearchParams): NotificationState | undefined {
  return notificationStates.find((state) => state === search.get('state'))
}

/** A page of the notifications in one state, or in any. */
export function listInput(state: NotificationState | undefined, cursor?: string) {
  return { query: { limit: PAGE_SIZE, ...(state && { state }), ...(cursor !== undefined && { cursor }) } }
}

/** The scheduled notifications, among which the one to change is found: more than a school year of daily messages. */
export const scheduledInput = { query: { state: 'scheduled' as const, limit: 100 } }
