import type { ErrorCodes } from '../kernel/error-codes.ts'
import { notificationsText } from './text.ts'
import { pushText } from './push-text.ts'

export const notificationsErrors = {
  notice_published: { status: 409, message: notificationsText.notificationPublished },
  too_many_devices: { status: 409, message: pushText.tooManyDevices },
} as const satisfies ErrorCodes
