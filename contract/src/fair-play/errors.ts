import type { ErrorCodes } from '../kernel/error-codes.ts'
import { fairPlayText } from './text.ts'

export const fairPlayErrors = {
  not_held: { status: 409, message: fairPlayText.notHeld },
  already_appealed: { status: 409, message: fairPlayText.alreadyAppealed },
  student_is_held: { status: 409, message: fairPlayText.studentIsHeld },
  already_held: { status: 409, message: fairPlayText.alreadyHeld },
  already_disqualified: { status: 409, message: fairPlayText.alreadyDisqualified },
  nothing_to_clear: { status: 409, message: fairPlayText.nothingToClear },
  no_new_flag: { status: 409, message: fairPlayText.noNewFlag },
  appeal_answered: { status: 409, message: fairPlayText.appealAnsweredBefore },
  own_decision: { status: 409, message: fairPlayText.ownDecision },
} as const satisfies ErrorCodes
