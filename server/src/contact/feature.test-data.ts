import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'POST /contact/api/contact': {
    callers: 'anyone',
    body: ({ email }) => ({ firstName: 'Ada', lastName: 'Obi', email, message: 'Hello.' }),
  },
  'POST /admin/contact-messages/:messageId/answer': {
    callers: 'owner support, session',
    body: () => ({ answer: 'On the 3rd of the next month.', key: 'sample-key' }),
  },
  'DELETE /admin/contact-messages/:messageId/replies/:replyId': { callers: 'owner support, session' },
  'POST /api/contact/inbound-mail': {
    callers: 'anyone',
    body: () => ({ MessageID: 'sample', FromFull: { Email: 'ada@home.example' }, TextBody: 'Thank you.' }),
  },
  'POST /admin/contact-messages/:messageId/answer-preview': {
    callers: 'owner support, session',
    body: () => ({ answer: 'On the 3rd of the next month.' }),
  },
  'POST /admin/contact-messages/:messageId/mail-again': { callers: 'owner support, session' },
  'POST /admin/contact-messages/:messageId/notes': {
    callers: 'owner support, session',
    body: () => ({ note: 'Called back.' }),
  },
  'PATCH /admin/contact-messages/:messageId': {
    callers: 'owner support, session',
    body: ({ today, admin }) => ({ assignedTo: admin.username, followUpOn: today, isClosed: false }),
  },
  'GET /admin/contact-messages/:messageId/mails': { callers: 'owner support auditor' },
  'GET /admin/contact-assignees': { callers: 'owner support' },
  'GET /admin/saved-answers': { callers: 'owner support' },
  'POST /admin/saved-answers': {
    callers: 'owner support, session',
    body: () => ({ title: 'Price', text: 'It is free.' }),
  },
  'PUT /admin/saved-answers/:answerId': {
    callers: 'owner support, session',
    body: () => ({ title: 'Price', text: 'It is free.' }),
  },
  'DELETE /admin/saved-answers/:answerId': { callers: 'owner support, session' },
  'GET /admin/contact-messages/open': { callers: 'owner support auditor' },
  'GET /admin/contact-messages': { callers: 'owner support auditor' },
  'PUT /admin/contact-messages/:messageId/read': { callers: 'owner support, session', body: () => ({ isRead: true }) },
  'GET /admin/contact-messages/:messageId': { callers: 'owner support auditor' },
}
