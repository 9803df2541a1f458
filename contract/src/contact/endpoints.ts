// The contact form of the public site.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { MessageAnswer, MessageAnswerForm, MessageReply, messageStates } from './conversation.ts'
import { findUnknownPlaceholder } from './placeholders.ts'
import { contactAdminText, MESSAGE_MAX, NAME_MAX, NOTE_MAX } from './text.ts'
import * as mini from 'zod/mini'
import { TITLE_MAX } from '../videos/rules.ts'
import { isRealDate } from '../accounts/rules.ts'

export const ContactForm = z.strictObject({
  firstName: field.requiredText({ name: 'First name', max: NAME_MAX }),
  lastName: field.requiredText({ name: 'Last name', max: NAME_MAX }),
  email: field.email,
  message: field.requiredText({ name: 'Message', max: MESSAGE_MAX, lines: true }),
})

export const sendMessage = endpoint({
  group: 'Contact',
  method: 'POST',
  path: '/contact/api/contact',
  who: 'anyone',
  summary: 'Stores a message to the team; five an hour for each email address',
  body: ContactForm,
  bodyLimit: 64 * 1024,
  reply: z.object({ message: z.string() }),
})

// How admins answer messages and organize this work.

/** An admin's note about a message, for other admins. */
export const MessageNoteForm = mini.strictObject({
  note: field.requiredText({ name: 'Note', max: NOTE_MAX, lines: true }),
})

/** An answer that admins reuse. */
export const SavedAnswerForm = mini.strictObject({
  title: field.requiredText({ name: 'Name', max: TITLE_MAX }),
  text: field.requiredText({ name: 'Answer', max: MESSAGE_MAX, lines: true }).check(
    mini.refine((text) => findUnknownPlaceholder(text) === undefined, {
      error: ({ input }) => contactAdminText.placeholderUnknown(findUnknownPlaceholder(String(input)) ?? ''),
    }),
  ),
})

// The endpoints admins use to read and answer messages from the contact form.

const group = 'Contact'

const header = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  createdAt: field.instant,
  isRead: z.boolean(),
  state: z.enum(messageStates),
  /** When the visitor last replied by mail. */
  repliedAt: z.nullable(field.instant),
  closedAt: z.nullable(field.instant),
  /** The username of the admin who handles the message. */
  assignedTo: z.string().nullable(),
  /** The day, in Lagos, when somebody should follow up. */
  followUpOn: z.string().nullable(),
})

/** A message in the inbox: its sender, its time and the beginning of the visitor's latest text. */
export const MessageSummary = header.extend({ excerpt: z.string() }).meta({ id: 'MessageSummary' })
export type MessageSummary = z.infer<typeof MessageSummary>

const MessageNote = z.object({ _id: z.string(), admin: z.string(), text: z.string(), createdAt: field.instant })
export type MessageNote = z.infer<typeof MessageNote>

/** A quiz of the student who wrote, for a complaint about points. */
const WriterQuiz = z.object({
  _id: z.string(),
  videoTitle: z.string(),
  ageCategory: field.ageCategory,
  score: z.number().int(),
  maxScore: z.number().int(),
  startedAt: field.instant,
  isReset: z.boolean(),
})
export type WriterQuiz = z.infer<typeof WriterQuiz>

/** The student with the message's email address. Anybody can type an address, so this may not be the sender. */
const MessageWriter = z.object({
  username: z.string(),
  hasPaid: z.boolean(),
  /** Whether an admin noted that emails to the address bounce. */
  emailBounced: z.boolean(),
  /** The number of payments that were started, paid or not. */
  payments: z.number().int(),
  /** The newest quizzes, including reset ones. */
  quizzes: z.array(WriterQuiz),
})
export type MessageWriter = z.infer<typeof MessageWriter>

/** A complete message with everything that followed it. */
export const ContactMessage = header
  .extend({
    message: z.string(),
    /** Our answers and the visitor's replies, oldest first. */
    replies: z.array(MessageReply),
    /** Null if replies appear here; otherwise the support address that they go to, or '' if there is none. */
    repliesElsewhere: z.string().nullable(),
    notes: z.array(MessageNote),
    writer: MessageWriter.nullable(),
  })
  .meta({ id: 'ContactMessage' })
export type ContactMessage = z.infer<typeof ContactMessage>

/**
 * The filters of the inbox. 'open', 'waiting', 'closed': the state; 'mine': open and assigned to the caller; 'due': the follow-up
 * day has come; 'answered': waiting or closed, for saved views of earlier releases.
 */
export const messageFilters = ['all', ...messageStates, 'unread', 'mine', 'due', 'answered'] as const
export type MessageFilter = (typeof messageFilters)[number]

/** Selects the messages that the inbox shows or a bulk action changes. */
export const MessageSelection = z.strictObject({
  show: z.enum(messageFilters).default('all'),
  search: z.string().max(100).optional(),
})
export type MessageSelection = z.output<typeof MessageSelection>

export const listMessages = endpoint({
  group,
  method: 'GET',
  path: '/admin/contact-messages',
  who: ['owner', 'support', 'auditor'],
  summary: 'The messages of the contact form, by when the visitor last wrote, newest first',
  query: MessageSelection.extend({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    cursor: z.string().max(200).optional(),
  }),
  reply: z.object({ messages: z.array(MessageSummary), nextCursor: z.string().nullable() }),
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

const seenReplyAt = z.string().max(40).nullable().optional()

/** Whether an admin has read a message. */
export const MessageMark = z.strictObject({
  isRead: z.boolean(),
  /** The time of the last reply that the admin has read. If there is a newer one, the message is not marked as read. */
  seenReplyAt,
})

export const markMessage = endpoint({
  group,
  method: 'PUT',
  path: '/admin/contact-messages/:messageId/read',
  who: ['owner', 'support'],
  summary: 'Marks a message as read or unread',
  params: messageParams,
  body: MessageMark,
  reply: z.object({ message: ContactMessage }),
  fails: ['not_found', 'message_replied'],
})

export const answerMessage = endpoint({
  group,
  method: 'POST',
  path: '/admin/contact-messages/:messageId/answer',
  who: ['owner', 'support'],
  summary: 'Answers a message by email; the same request sent again is not mailed again',
  params: messageParams,
  body: MessageAnswer,
  bodyLimit: 64 * 1024,
  reply: z.object({ message: z.string(), contactMessage: ContactMessage }),
  fails: ['not_found', 'message_replied', 'answer_key_used'],
})

const day = z.string().max(10).refine(isRealDate, field.INVALID_DATE)

/** How admins share the work on a message. Missing fields keep their value. */
export const MessageWork = z.strictObject({
  /** The username of an admin who may answer; null for nobody. */
  assignedTo: z.nullable(field.usernameParam).optional(),
  followUpOn: day.nullable().optional(),
  isClosed: z.boolean().optional(),
  /** The time of the last reply that the admin has read. If there is a newer one, the message is not closed. */
  seenReplyAt,
})

/**
 * For actions on many messages: when the newest message in the list was written. A message or reply written after that has not been
 * seen, so its message is neither closed nor marked as read.
 */
export const seenUpTo = z.optional(field.instant)

export const organizeMessage = endpoint({
  group,
  method: 'PATCH',
  path: '/admin/contact-messages/:messageId',
  who: ['owner', 'support'],
  summary: 'Says who takes care of a message, when to follow up, and whether it is closed',
  params: messageParams,
  body: MessageWork,
  reply: z.object({ message: ContactMessage }),
  fails: ['not_found', 'message_replied'],
})

export const addMessageNote = endpoint({
  group,
  method: 'POST',
  path: '/admin/contact-messages/:messageId/notes',
  who: ['owner', 'support'],
  summary: 'Adds a note for other admins to a message',
  params: messageParams,
  body: MessageNoteForm,
  status: 201,
  reply: z.object({ message: ContactMessage }),
  fails: ['not_found'],
})

export const previewAnswer = endpoint({
  group,
  method: 'POST',
  path: '/admin/contact-messages/:messageId/answer-preview',
  who: ['owner', 'support'],
  summary: 'Previews the email of an answer as plain text; sends nothing',
  params: messageParams,
  body: MessageAnswerForm,
  bodyLimit: 64 * 1024,
  reply: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
  fails: ['not_found'],
})

export const takeBackAnswer = endpoint({
  group,
  method: 'DELETE',
  path: '/admin/contact-messages/:messageId/replies/:replyId',
  who: ['owner', 'support'],
  summary: 'Takes back an answer whose email has not been sent yet; the message is as it was before',
  params: messageParams.extend({ replyId: field.id }),
  reply: z.object({ message: z.string(), answer: z.string(), contactMessage: ContactMessage }),
  fails: ['not_found', 'answer_sent'],
})

export const listAnswerMails = endpoint({
  group,
  method: 'GET',
  path: '/admin/contact-messages/:messageId/mails',
  who: ['owner', 'support', 'auditor'],
  summary: 'What became of the emails with our answers to a message, without any text',
  params: messageParams,
  reply: z.object({ mails: z.array(MessageReply.pick({ _id: true, mailState: true, mailFailure: true })) }),
  fails: ['not_found'],
})

export const mailAnswerAgain = endpoint({
  group,
  method: 'POST',
  path: '/admin/contact-messages/:messageId/mail-again',
  who: ['owner', 'support'],
  summary: 'Resends the failed emails with answers to a message',
  params: messageParams,
  reply: z.object({ message: z.string(), contactMessage: ContactMessage }),
  fails: ['not_found', 'answer_not_failed'],
})

export const listAssignees = endpoint({
  group,
  method: 'GET',
  path: '/admin/contact-assignees',
  who: ['owner', 'support'],
  summary: 'The admins who may answer messages',
  reply: z.object({ admins: z.array(z.string()) }),
})

export const SavedAnswer = z
  .object({ _id: z.string(), title: z.string(), text: z.string() })
  .meta({ id: 'SavedAnswer' })
export type SavedAnswer = z.infer<typeof SavedAnswer>

const savedAnswers = '/admin/saved-answers'
const savedAnswerParams = z.object({ answerId: field.id })
const saved = z.object({ message: z.string(), savedAnswer: SavedAnswer })

export const listSavedAnswers = endpoint({
  group,
  method: 'GET',
  path: savedAnswers,
  who: ['owner', 'support'],
  summary: 'The saved answers, by name',
  reply: z.object({ savedAnswers: z.array(SavedAnswer) }),
})

export const addSavedAnswer = endpoint({
  group,
  method: 'POST',
  path: savedAnswers,
  who: ['owner', 'support'],
  summary: 'Saves an answer',
  body: SavedAnswerForm,
  bodyLimit: 64 * 1024,
  status: 201,
  reply: saved,
})

export const changeSavedAnswer = endpoint({
  group,
  method: 'PUT',
  path: `${savedAnswers}/:answerId`,
  who: ['owner', 'support'],
  summary: 'Changes a saved answer',
  params: savedAnswerParams,
  body: SavedAnswerForm,
  bodyLimit: 64 * 1024,
  reply: saved,
  fails: ['not_found'],
})

export const deleteSavedAnswer = endpoint({
  group,
  method: 'DELETE',
  path: `${savedAnswers}/:answerId`,
  who: ['owner', 'support'],
  summary: 'Deletes a saved answer',
  params: savedAnswerParams,
  reply: z.object({ message: z.string() }),
  fails: ['not_found'],
})

/** The number shown in the admin menu. */
export const countOpenMessages = endpoint({
  group: 'Contact',
  method: 'GET',
  path: '/admin/contact-messages/open',
  who: ['owner', 'support', 'auditor'],
  summary: 'The number of messages of the contact form that need our answer',
  reply: z.object({ open: z.number().int() }),
})
