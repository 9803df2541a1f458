import { inArray } from 'drizzle-orm'
import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import { startSmsJobs } from './jobs.ts'
import { addSmsRoutes } from './routes.ts'
import * as tables from './tables.ts'

export const sms: Feature = {
  name: 'sms',
  routes: [addSmsRoutes],
  jobs: [startSmsJobs],
  tables: describeTables(tables, {
    smsMessages: {
      of: ({ emailKeys }) => inArray(tables.smsMessages.number, emailKeys),
      copy: { as: 'textMessages', withheld: ['range', 'provider', 'messageId'] },
      erase: 'delete',
    },
  }),
  distribution: { coordinator: [tables.smsMessages] },
}
