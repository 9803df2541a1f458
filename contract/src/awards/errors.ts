import type { ErrorCodes } from '../kernel/error-codes.ts'
import { awardsText } from './text.ts'

export const awardsErrors = {
  series_unfinished: { status: 409, message: awardsText.seriesUnfinished },
} as const satisfies ErrorCodes
