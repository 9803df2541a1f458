import type { ErrorCodes } from '../kernel/error-codes.ts'
import { bulkText } from './text.ts'

export const bulkErrors = {
  cannot_undo: { status: 409, message: bulkText.cannotUndo },
} as const satisfies ErrorCodes
