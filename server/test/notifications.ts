// Calls the notification endpoints for tests.
import * as contract from '@baobab/contract/notifications/endpoints.ts'
import * as adminContract from '@baobab/contract/notifications/admin.ts'
import type { TestApp } from './harness.ts'
import { unique } from './factories.ts'

/** Returns a notification form with a unique title. */
export function makeNotificationForm(
  changes: Partial<Omit<contract.Notification, '_id'>> & { publishAt?: string } = {},
) {
  return {
    title: `The draw of ${unique()}`,
    update: 'scholarship' as const,
    description: 'Answer today.\nThe draw is on Monday.',
    method: 'in-app' as const,
    ...changes,
  }
}

export const inMinutes = (t: TestApp, minutes: number) =>
  new Date(t.app.clock.now().getTime() + minutes * 60_000).toISOString()

/** Returns the calls that an admin and students make. */
export function notificationCalls(t: TestApp, adminToken: () => string) {
  const asAdmin = () => t.as(adminToken())
  return {
    send: (username: string, changes: Parameters<typeof makeNotificationForm>[0] = {}) =>
      asAdmin()(adminContract.sendNotification, { body: { ...makeNotificationForm(changes), username } }),
    sendToAll: (changes: Parameters<typeof makeNotificationForm>[0] & { ageCategory?: '5-10' | '11-20' } = {}) =>
      asAdmin()(adminContract.notifyAll, { body: makeNotificationForm(changes) }),
    listAll: (query: Parameters<ReturnType<TestApp['as']>>[1] & { state?: adminContract.NotificationState } = {}) =>
      asAdmin()(adminContract.listNotifications, { query }),
    cancel: (id: string) => asAdmin()(adminContract.cancelNotification, { params: { notificationId: id } }),
    change: (id: string, body: ReturnType<typeof makeNotificationForm>) =>
      asAdmin()(adminContract.changeNotification, { params: { notificationId: id }, body }),
    list: (student: { token: string; username: string }, query: { limit?: number; cursor?: string } = {}) =>
      t.as(student.token)(contract.studentNotifications, { params: { username: student.username }, query }),
    unread: async (student: { token: string }) => (await t.as(student.token)(contract.unreadNotifications, {})).unread,
    read: async (student: { token: string }, id: string) =>
      (await t.as(student.token)(contract.readNotification, { params: { notificationId: id } })).unread,
    readAll: async (student: { token: string }) =>
      (await t.as(student.token)(contract.readAllNotifications, {})).unread,
  }
}
