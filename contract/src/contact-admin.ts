// Endpoints with which admins read and answer the messages from the contact form.
import { z } from 'zod'
import { MessageAnswerForm } from './contact-admin-forms.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

const group = 'Contact'

const header = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  createdAt: field.instant,
  isRead: z.boolean(),
  answeredAt: z.nullable(field.instant),
})

/** A message in the inbox: sender, time and the beginning of the text. */
export const MessageSummary = header.extend({ excerpt: z.string() }).meta({ id: 'MessageSummary' })
export type MessageSummary = z.infer<typeof MessageSummary>

/** A message in full, with the answer and the username of the admin who answered. */
export const ContactMessage = header
  .extend({ message: z.string(), answer: z.string().nullable(), answeredBy: z.string().nullable() })
  .meta({ id: 'ContactMessage' })
export type ContactMessage = z.infer<typeof ContactMessage>

export const messageFilters = ['all', 'unread', 'answered'] as const
export type MessageFilter = (typeof messageFilters)[number]

export const listMessages = endpoint({
  group,
  method: 'GET',
  path: '/admin/contact-messages',
  who: ['owner', 'support', 'auditor'],
  summary: 'The messages of the contact form, newest first',
  query: z.strictObject({
    show: z.enum(messageFilters).default('all'),
    search: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(25),
    cursor: z.string().max(200).optional(),
  }),
  reply: z.object({ messages: z.array(MessageSummary), nextCursor: z.string().nullable() }),
})

export const countUnreadMessages = endpoint({
  group,
  method: 'GET',
  path: '/admin/contact-messages/unread',
  who: ['owner', 'support', 'auditor'],
  summary: 'The number of messages that no admin has opened',
  reply: z.object({ unread: z.number().int() }),
})

const messageParams = z.object({ messageId: field.id })

export const oneMessage = endpoint({
  group,
  method: 'GET',
  path: '/admin/contact-messages/:messageId',
  who: ['owner', 'support', 'auditor'],
  summary: 'One message in full; each reading is written to the audit log',
  params: messageParams,
  reply: z.object({ message: ContactMessage }),
  fails: ['not_found'],
})

export const markMessage = endpoint({
  group,
  method: 'PUT',
  path: '/admin/contact-messages/:messageId/read',
  who: ['owner', 'support'],
  summary: 'Marks a message as read or unread',
  params: messageParams,
  body: z.strictObject({ isRead: z.boolean() }),
  reply: z.object({ message: ContactMessage }),
  fails: ['not_found'],
})

export const answerMessage = endpoint({
  group,
  method: 'POST',
  path: '/admin/contact-messages/:messageId/answer',
  who: ['owner', 'support'],
  summary: 'Answers a message by email, once; the same answer sent again is not mailed again',
  params: messageParams,
  body: MessageAnswerForm,
  bodyLimit: 64 * 1024,
  reply: z.object({ message: z.string(), contactMessage: ContactMessage }),
  fails: ['not_found', 'message_answered'],
})
