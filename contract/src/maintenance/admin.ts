// How owners switch maintenance on and off.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { MaintenanceForm } from './forms.ts'
import { Maintenance } from './endpoints.ts'

const group = 'System'

export const readMaintenance = endpoint({
  group,
  method: 'GET',
  path: '/admin/maintenance',
  who: ['owner', 'auditor'],
  summary: 'The maintenance that is planned or on, and who planned it; null if there is none',
  reply: z.object({
    maintenance: z.nullable(
      Maintenance.extend({
        /** Null if it was switched on by the command of the server. */
        by: z.string().nullable(),
      }),
    ),
    /** Quizzes that run now: maintenance that begins at once would stop them. */
    runningQuizzes: z.number().int(),
    serverNow: field.instant,
  }),
})

export const startMaintenance = endpoint({
  group,
  method: 'POST',
  path: '/admin/maintenance',
  who: ['owner'],
  summary: 'Switches maintenance on, now or at a time: no quiz starts then, and running ones stand still',
  body: MaintenanceForm,
  reply: z.object({ message: z.string() }),
  needsReauthentication: true,
  fails: ['maintenance_exists'],
})

export const endMaintenance = endpoint({
  group,
  method: 'POST',
  path: '/admin/maintenance/end',
  who: ['owner'],
  summary:
    'Switches maintenance off, and gives the quizzes that it stopped their lost time back; or cancels a planned one',
  reply: z.object({ message: z.string() }),
  needsReauthentication: true,
})
