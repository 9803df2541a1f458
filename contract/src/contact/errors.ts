import type { ErrorCodes } from '../kernel/error-codes.ts'
import { contactAdminText } from './admin-text.ts'
import { contactText } from './text.ts'

export const contactErrors = {
  answer_not_failed: { status: 409, message: contactAdminText.answerNotFailed },
  message_answered: { status: 409, message: contactText.messageAnsweredBefore },
} as const satisfies ErrorCodes
