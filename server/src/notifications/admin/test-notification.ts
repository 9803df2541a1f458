// Mails a notification to the admin writing it, so that mistakes are noticed before students see them.
import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import type { testNotification as endpoint } from '@baobab/contract/notifications/admin.ts'
import { notificationsAdminText } from '@baobab/contract/notifications/text.ts'
import { eq } from 'drizzle-orm'
import { admins } from '../../accounts/tables.ts'
import { notificationMail } from '../../mails/notification.ts'
import type { App } from '../../platform/app.ts'
import { isId } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { defineMailQueue } from '../../mails/mail-queues.ts'

const HOUR_S = 3_600

/** Jobs of the previous release have no video. */
type NotificationTest = { adminId: string; title: string; description: string; videoId?: string | null | undefined }

/** Jobs that mail a test. The admin is waiting for it, so it is not retried for long. */
export const notificationTests = defineMailQueue<NotificationTest>('notice-tests', { retryLimit: 3 })

/** Queues the mail to the admin's own address. Returns that address. */
export async function testNotification(
  app: App,
  who: AdminUser,
  content: ParsedOf<typeof endpoint>['body'],
): Promise<string> {
  // A job could not store half of a surrogate pair.
  if (content.videoId && !isId(content.videoId)) failField('videoId', notificationsAdminText.noSuchVideo)
  const { email } = await readAdmin(app, who.id)
  if (!(await app.rateLimits.consumeMailQuota('notification-test', email.toLowerCase())))
    fail('too_many_requests', { retryAfterSeconds: HOUR_S, message: notificationsAdminText.tooManyTests })
  await app.jobs.send(app.db, notificationTests, { adminId: who.id, ...content })
  return email
}

export async function mailTest(
  app: App,
  { adminId, title, description, videoId = null }: NotificationTest,
): Promise<void> {
  const { email, username } = await readAdmin(app, adminId)
  const { publicUrl } = app.config
  const content = { title: `Test: ${title}`, description, videoId }
  const mail = notificationMail({ username, ...content, publicUrl, unsubscribe: undefined })
  await app.mailer.send({ to: email, ...mail })
}

async function readAdmin(app: App, id: string): Promise<{ email: string; username: string }> {
  const [admin] = await app.db
    .select({ email: admins.email, username: admins.username })
    .from(admins)
    .where(eq(admins.id, id))
  return admin ?? fail('not_found')
}
