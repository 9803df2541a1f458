// What admins see of the backups. They are made and restored by commands of the server.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'

// Messages about backups that the page of the jobs shows.
export const backupText = {
  loading: 'Loading the last backup...',
  failed: 'Failed to load the last backup.',
} as const

const bytes = z.number().int()

export const readLastBackup = endpoint({
  group: 'System',
  method: 'GET',
  path: '/admin/backup',
  who: ['owner', 'auditor'],
  summary: 'The last complete backup, and whether it is too old',
  reply: z.object({
    /** Whether this server has a folder for backups. */
    isOn: z.boolean(),
    /** Null if there was never one. */
    last: z.nullable(
      z.object({
        /** Everything from before is in it. */
        snapshotAt: field.instant,
        bytes,
        /** How much of that was new. */
        writtenBytes: bytes,
        files: z.number().int(),
      }),
    ),
    /** Whether the last one is older than 26 hours, or there is none. */
    isLate: z.boolean(),
  }),
})
