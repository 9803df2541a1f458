// Maintenance: a time in which no quiz starts and running ones stand still.
import { z } from 'zod'
import * as field from '../kernel/fields.ts'

/**
 * `planned`: it is announced, and quizzes start. `closing`: it begins so soon that no quiz starts and running ones end before.
 * `on`: running quizzes stand still.
 */
export const maintenancePhases = ['planned', 'closing', 'on'] as const
export type MaintenancePhase = (typeof maintenancePhases)[number]

/** What students know of it. */
export const Maintenance = z
  .object({ phase: z.enum(maintenancePhases), startsAt: field.instant, expectedEndAt: field.instant })
  .meta({ id: 'Maintenance' })
export type Maintenance = z.infer<typeof Maintenance>
