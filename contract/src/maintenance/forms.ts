// When maintenance begins and ends, as an owner chooses it.
import * as z from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { maintenanceAdminText } from './admin-text.ts'

const instant = z.iso
  .datetime({ offset: true, error: maintenanceAdminText.chooseTimes })
  .check(z.maxLength(40, field.INVALID_DATE))

/** Without `startsAt` it begins now. Whether the times are possible depends on the clock, so the server decides it. */
export const MaintenanceForm = z.strictObject({ startsAt: z.optional(instant), expectedEndAt: instant })
