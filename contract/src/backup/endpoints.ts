// What admins see of the backups, which server commands make and restore.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'

// Messages about backups for the jobs page.
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
    /** Null if no backup was ever made. */
    last: z.nullable(
      z.object({
        /** The backup contains everything stored before this time. */
        snapshotAt: field.instant,
        bytes,
        /** How many bytes of it were new. */
        writtenBytes: bytes,
        files: z.number().int(),
      }),
    ),
    /** Whether the last backup is older than 26 hours, or missing. */
    isLate: z.boolean(),
  }),
})
