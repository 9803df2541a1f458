import type { ErrorCodes } from '../kernel/error-codes.ts'
import { duplicatesText } from './text.ts'

export const duplicatesErrors = {
  account_merged: { status: 403, message: duplicatesText.accountMerged },
  cannot_merge: { status: 409, message: duplicatesText.cannotMerge },
} as const satisfies ErrorCodes
