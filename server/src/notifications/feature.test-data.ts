import { createUnsubscribeLink } from './optional-mails.ts'
import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'GET /student/push-subscriptions': { callers: 'student' },
  'POST /student/push-subscriptions': { callers: 'student', body: ({ browser }) => browser.form },
  'DELETE /student/push-subscriptions/:subscriptionId': { callers: 'student' },
  'GET /api/notifications/live': { callers: 'student' },
  'PUT /api/notifications/read': { callers: 'student' },
  'PUT /api/notifications/:notificationId/read': { callers: 'student' },
  'GET /api/notification/:username': { callers: 'owner support auditor student' },
  'GET /api/notifications/unread': { callers: 'student' },
  'POST /api/notifications/:notificationId/cancel': { callers: 'owner support, session' },
  'PUT /api/notifications/:notificationId': {
    callers: 'owner support, password',
    body: ({ publishAt, form }) => ({ ...form, publishAt }),
  },
  'GET /api/notifications': { callers: 'owner support auditor' },
  'POST /api/notification/all': {
    callers: 'owner support, password',
    body: ({ publishAt, form }) => ({ ...form, ageCategory: '11-20', publishAt }),
  },
  'POST /api/notification': {
    callers: 'owner support, session',
    body: ({ student, publishAt, form }) => ({ ...form, username: student.username, publishAt }),
  },
  'GET /api/notifications/reach': { callers: 'owner support' },
  'GET /api/notifications/schools': { callers: 'owner support auditor' },
  'POST /api/notifications/test': {
    callers: 'owner support, session',
    body: () => ({ title: 'The draw is near', description: 'Answer today.' }),
  },
  'GET /api/notifications/failed-mails': { callers: 'owner support auditor' },
  'POST /api/notifications/:notificationId/send-mails-again': { callers: 'owner support, session', body: () => ({}) },
  'POST /student/mail-setting/by-link': {
    callers: 'anyone',
    body: ({ student, t }) => ({
      token: new URL(createUnsubscribeLink(t.app, student.id)).searchParams.get('token') ?? '',
      getsOptionalMails: false,
    }),
  },
}
