import type { ErrorCodes } from '../kernel/error-codes.ts'
import { maintenanceAdminText } from './admin-text.ts'
import { maintenanceText } from './text.ts'

export const maintenanceErrors = {
  maintenance_exists: { status: 409, message: maintenanceAdminText.isOnAlready },
  maintenance: { status: 503, message: maintenanceText.later },
} as const satisfies ErrorCodes
