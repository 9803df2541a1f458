// What follows a contact message: our answers, and the visitor's replies by mail.
import * as mini from 'zod/mini'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { listPlaceholders } from './placeholders.ts'
import { contactAdminText, MESSAGE_MAX } from './text.ts'

/**
 * The states of a message. 'open': it needs our answer; 'waiting': we have answered; 'closed': nobody has to do anything. A reply
 * opens it again.
 */
export const messageStates = ['open', 'waiting', 'closed'] as const
export type MessageState = (typeof messageStates)[number]

export const MessageAnswerForm = mini.strictObject({
  answer: field.requiredText({ name: 'Answer', max: MESSAGE_MAX, lines: true }).check(
    mini.refine((answer) => listPlaceholders(answer).length === 0, {
      error: ({ input }) => contactAdminText.placeholderLeft(listPlaceholders(String(input))[0] ?? ''),
    }),
  ),
})

/** An answer to send. */
export const MessageAnswer = mini.extend(MessageAnswerForm, {
  /** Made by the browser for each answer, so that a repeated request sends only one email. */
  key: mini.string().check(mini.minLength(8), mini.maxLength(64)),
  /** Whether to close the message, because nothing more has to be done once the answer is sent. */
  closes: mini.optional(mini.boolean()),
  /** Whether the email first waits `ANSWER_TAKE_BACK_SECONDS`, during which the answer can be taken back. */
  takeBack: mini.optional(mini.boolean()),
  /** The time of the last reply that the admin has read. If there is a newer one, the answer is refused. */
  seenReplyAt: mini.optional(mini.nullable(mini.string().check(mini.maxLength(40)))),
})

/**
 * The state of the email with an answer. 'waiting': the mail server has not accepted it yet; 'sent': it has; 'failed': the last
 * try failed. An email that bounces later stays 'sent', because nothing tells us about it.
 */
export const mailStates = ['waiting', 'sent', 'failed'] as const

/** An answer of ours, or a reply of the visitor. */
export const MessageReply = z.object({
  _id: z.string(),
  direction: z.enum(['out', 'in']),
  text: z.string(),
  /** The username of the admin who answered. */
  admin: z.string().nullable(),
  createdAt: field.instant,
  /** Null for replies, and for answers sent by earlier releases that did not record it. */
  mailState: z.enum(mailStates).nullable(),
  /** Set while the email with the answer has failed: the time of the last attempt and the mail server's response. */
  mailFailure: z.object({ at: field.instant, reason: z.string() }).nullable(),
  /** The deadline for taking back the answer. */
  takeBackUntil: z.nullable(field.instant),
  /** The sender of a reply, if it is not the address of the message. */
  otherEmail: z.string().nullable(),
  /** The number of attachments, which are not stored. */
  attachments: z.number().int(),
  /** Whether the reply was longer than `REPLY_MAX`. */
  isCut: z.boolean(),
})
export type MessageReply = z.infer<typeof MessageReply>

/** Emails that a mail provider has received for us, authenticated by a secret in the URL (HTTP basic authentication). */
export const receiveMail = endpoint({
  group: 'Contact',
  method: 'POST',
  path: '/api/contact/inbound-mail',
  who: 'anyone',
  summary: 'Receives visitors’ replies by mail from the mail provider, in Postmark’s format',
  body: z.unknown(),
  // Room for a phone's photo as an attachment, which is dropped. The secret is checked before the body is read.
  bodyLimit: 12 * 1_048_576,
  reply: z.object({ status: z.literal('success') }),
  fails: ['not_found', 'mail_secret_wrong', 'bad_request'],
})
