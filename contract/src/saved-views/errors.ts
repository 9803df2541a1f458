import type { ErrorCodes } from '../kernel/error-codes.ts'
import { savedViewsText } from './text.ts'

export const savedViewsErrors = {
  view_not_found: { status: 404, message: savedViewsText.viewNotFound },
  view_name_taken: { status: 409, message: savedViewsText.viewNameTaken },
  too_many_views: { status: 409, message: savedViewsText.tooManyViews },
} as const satisfies ErrorCodes
