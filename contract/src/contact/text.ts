// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, and the page shows
// the rest. All other sentences of a page are in web/app.
import type { ErrorCodes } from '../kernel/text.ts'
import { placeholders, writePlaceholder } from './placeholders.ts'

/** Months after which a contact message is deleted. */
export const CONTACT_MESSAGE_MONTHS = 12
export const NAME_MAX = 100
export const MESSAGE_MAX = 5_000
/** The maximum length of a visitor's reply by mail. The rest is cut. */
export const REPLY_MAX = 10_000
/** How long an answer waits before it is emailed, so that the admin can take it back. */
export const ANSWER_TAKE_BACK_SECONDS = 30
/** The maximum length of a note that admins write for each other. */
export const NOTE_MAX = 2_000

export const contactText = {
  contactSent: 'Thank you. Your message has been sent. We will reply by email.',
  contactFailed: 'Failed to send message. Please try again later.',
  messagesLoading: 'Loading messages...',
  messagesFailed: 'Failed to load messages.',
  messageAnswered: 'Your answer is on its way.',
} as const

// Messages of the endpoints admins use to answer messages. Those that the public page also shows are in text.ts.

export const contactAdminText = {
  answerTakenBack: 'Taken back. Nobody has received it.',
  answerSent: 'This answer has been sent, so it cannot be taken back.',
  answerKeyUsed: 'Another answer was sent in its place. Check the conversation, then send again.',
  mailSecretWrong: 'The password of the inbound webhook is not correct.',
  messageReplied: 'A new reply has arrived. Read it first.',
  writtenSince: 'The visitor wrote after you loaded the list. Read it first.',
  placeholderLeft: (name: string) => `Replace {${name}}: we cannot fill it in for this message.`,
  placeholderUnknown: (name: string) =>
    `{${name}} is not a placeholder. Use only ${placeholders.map(writePlaceholder).join(', ')}.`,
  answerMailedAgain: 'The answer is being sent again.',
  answerNotFailed: 'The email with this answer has not failed.',
  noSuchAssignee: 'This admin cannot answer messages. Please choose another one.',
  savedAnswersLoading: 'Loading saved answers...',
  savedAnswersFailed: 'Failed to load saved answers.',
  answerSaved: 'The answer was saved.',
  answerDeleted: 'The saved answer was deleted.',
} as const

export const contactErrors = {
  answer_not_failed: { status: 409, message: contactAdminText.answerNotFailed },
  answer_sent: { status: 409, message: contactAdminText.answerSent },
  answer_key_used: { status: 409, message: contactAdminText.answerKeyUsed },
  mail_secret_wrong: { status: 401, message: contactAdminText.mailSecretWrong },
  message_replied: { status: 409, message: contactAdminText.messageReplied },
} as const satisfies ErrorCodes
