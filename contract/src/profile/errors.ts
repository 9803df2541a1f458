import type { ErrorCodes } from '../kernel/error-codes.ts'
import { profileText } from './text.ts'

export const profileErrors = {
  not_a_picture: { status: 422, message: profileText.notAPicture },
  too_young_for_photo: { status: 403, message: profileText.chooseAvatar },
} as const satisfies ErrorCodes
