import type { ErrorCodes } from '../kernel/error-codes.ts'
import { studentNotesText } from './notes-text.ts'
import { studentsText } from './text.ts'

export const studentsErrors = {
  already_verified: { status: 409, message: studentsText.alreadyVerified },
  too_many_notes: { status: 409, message: studentNotesText.tooManyNotes },
} as const satisfies ErrorCodes
