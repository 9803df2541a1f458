import { sql } from 'drizzle-orm'
import type { Feature } from '../platform/feature.ts'
import { belongingTo, describeTables } from '../platform/feature-data.ts'
import { sessions } from '../accounts/tables.ts'
import * as tables from './tables.ts'
import type { ReadLinkedVideos } from './linked-videos.ts'
import { addNotificationRoutes } from './routes.ts'
import { addPushRoutes } from './push/routes.ts'
import { addNotificationAdminRoutes } from './admin/routes.ts'
import { startNotificationJobs } from './jobs.ts'
import { startNotificationAdminJobs } from './admin/jobs.ts'

const { pushMessages, pushSubscriptions } = tables
const isOfSession = belongingTo(pushSubscriptions.sessionId, sessions)

/** @param readLinkedVideos reads the videos that notifications open; this feature cannot import the videos, which are above it */
export const notifications = (readLinkedVideos: ReadLinkedVideos): Feature => ({
  name: 'notifications',
  routes: [
    (context) => addNotificationRoutes(context, readLinkedVideos),
    addPushRoutes,
    (context) => addNotificationAdminRoutes(context, readLinkedVideos),
  ],
  jobs: [(app) => startNotificationJobs(app, readLinkedVideos), startNotificationAdminJobs],
  tables: describeTables(tables, {
    notifications: {
      copy: {
        as: 'notifications',
        withheld: ['adminId', 'recipientsUpTo', 'mailedUpTo'],
        // Scheduled and canceled notifications were never sent.
        isCopied: ({ publishedAt, canceledAt }) => publishedAt !== null && canceledAt === null,
      },
      erase: 'delete',
    },
    notificationRecipients: { copy: { as: 'notificationsToSegments' }, erase: 'delete' },
    notificationReads: { copy: { as: 'notificationsRead' }, erase: 'delete' },
    notificationMails: { copy: { as: 'notificationsMailed' }, erase: 'delete' },
    pushSubscriptions: {
      of: isOfSession,
      copy: { as: 'pushSubscriptions', withheld: ['endpoint', 'p256dh', 'auth'] },
      erase: { goesWith: 'its session' },
    },
    pushMessages: {
      of: (person) =>
        sql`${pushMessages.subscriptionId} in (select ${pushSubscriptions.id} from ${pushSubscriptions} where ${isOfSession(person)})`,
      copy: { as: 'pushMessages' },
      erase: { goesWith: 'its session' },
    },
  }),
  distribution: {
    byStudent: [tables.notificationRecipients, tables.notificationReads, tables.notificationMails],
    everywhere: [tables.notifications],
    coordinator: [pushSubscriptions, pushMessages],
  },
})
