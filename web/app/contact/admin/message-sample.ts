import type { ContactMessage } from '@baobab/contract/contact/endpoints.ts'

/** A sample for tests: a message that was read, but not answered, assigned or closed. */
export const message: ContactMessage = {
  _id: 'm1',
  firstName: 'Ada',
  lastName: 'Obi',
  email: 'ada@home.example',
  createdAt: '2026-05-06T07:08:09.000Z',
  isRead: true,
  state: 'open',
  repliedAt: null,
  closedAt: null,
  assignedTo: null,
  followUpOn: null,
  message: 'Hello',
  replies: [],
  repliesElsewhere: null,
  notes: [],
  writer: null,
}
