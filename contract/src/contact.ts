// The contact form of the public site, and the console's inbox.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { MESSAGE_MAX, NAME_MAX } from './limits.ts'

const group = 'Contact'

export const ContactForm = z.strictObject({
  firstName: field.requiredText({ name: 'First name', max: NAME_MAX }),
  lastName: field.requiredText({ name: 'Last name', max: NAME_MAX }),
  email: field.email,
  message: field.requiredText({ name: 'Message', max: MESSAGE_MAX, lines: true }),
})

export const sendMessage = endpoint({
  group,
  method: 'POST',
  path: '/contact/api/contact',
  who: 'anyone',
  summary: 'Keeps a message to the team; five an hour for each mail address',
  body: ContactForm,
  bodyLimit: 64 * 1024,
  reply: z.object({ message: z.string() }),
})

const head = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  createdAt: field.instant,
  isRead: z.boolean(),
  answeredAt: field.instant.nullable(),
})

/** One line of the inbox: who wrote, when, and how it begins. */
export const MessageSummary = head.extend({ excerpt: z.string() }).meta({ id: 'MessageHead' })
export type MessageSummary = z.infer<typeof MessageSummary>

/** A message with what was answered, and which admin did. */
export const ContactMessage = head
  .extend({ message: z.string(), answer: z.string().nullable(), answeredBy: z.string().nullable() })
  .meta({ id: 'ContactMessage' })
export type ContactMessage = z.infer<typeof ContactMessage>

export const messageFilters = ['all', 'unread', 'answered'] as const
export type MessageFilter = (typeof messageFilters)[number]

export const listMessages = endpoint({
  group,
  method: 'GET',
  path: '/admin/contact-messages',
  who: 'admin',
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
  who: 'admin',
  summary: 'How many messages nobody has opened yet',
  reply: z.object({ unread: z.number().int() }),
})

const ofOne = z.object({ messageId: field.id })

export const oneMessage = endpoint({
  group,
  method: 'GET',
  path: '/admin/contact-messages/:messageId',
  who: 'admin',
  summary: 'One message in full; each reading is logged',
  params: ofOne,
  reply: z.object({ message: ContactMessage }),
  fails: ['not_found'],
})

export const markMessage = endpoint({
  group,
  method: 'PUT',
  path: '/admin/contact-messages/:messageId/read',
  who: 'admin',
  summary: 'Marks a message as read, or as unread again',
  params: ofOne,
  body: z.strictObject({ isRead: z.boolean() }),
  reply: z.object({ message: ContactMessage }),
  fails: ['not_found'],
})

export const AnswerForm = z.strictObject({
  answer: field.requiredText({ name: 'Answer', max: MESSAGE_MAX, lines: true }),
})

export const answerMessage = endpoint({
  group,
  method: 'POST',
  path: '/admin/contact-messages/:messageId/answer',
  who: 'admin',
  summary: 'Answers a message by mail, once; the same answer sent again is not mailed again',
  params: ofOne,
  body: AnswerForm,
  bodyLimit: 64 * 1024,
  reply: z.object({ message: z.string(), contactMessage: ContactMessage }),
  fails: ['not_found', 'message_answered'],
})
