// Mails and text messages to a guardian and a child about withdrawn or refused consent. By then the account is erased, so each email is stored
// with its address until it is sent.
import { eq, lt } from 'drizzle-orm'
import { consentEndedMail, consentWithdrawnMail } from '../mails/consent-ended.ts'
import { isEmailAddress } from '../accounts/read-address.ts'
import { maySendText } from '../sms/require-sms.ts'
import { sendSms } from '../sms/send-sms.ts'
import { consentEndedText, consentWithdrawnText } from '../sms/texts.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { defineMailQueue } from '../mails/mail-queues.ts'
import { consentMails } from './tables.ts'

export const consentMailJobs = defineMailQueue<{ id: string }>('consent-mails', { retryLimit: 20 })

/** By then, the job has given up. */
const KEPT_MS = 3 * 24 * 3_600_000

type ConsentMail = Pick<typeof consentMails.$inferInsert, 'to' | 'username' | 'isToGuardian' | 'isRefusal'>

/** Queues an email in the transaction that erases the account. */
export async function queueConsentMail(app: App, tx: Tx, mail: ConsentMail): Promise<void> {
  const [row] = await tx
    .insert(consentMails)
    .values({ ...mail, queuedAt: app.clock.now() })
    .returning({ id: consentMails.id })
  if (row) await app.jobs.send(tx, consentMailJobs, row)
}

/** Sends one email, and deletes its address. */
export async function sendConsentMail(app: App, id: string): Promise<void> {
  const [mail] = await app.db.select().from(consentMails).where(eq(consentMails.id, id))
  if (!mail) return
  const values = { ...mail, publicUrl: app.config.publicUrl }
  if (isEmailAddress(mail.to)) {
    const body = mail.isToGuardian ? consentWithdrawnMail(values) : consentEndedMail(values)
    await app.mailer.send({ to: mail.to, ...body })
  } else if (await maySendText(app, mail.to, 'account')) {
    const text = mail.isToGuardian ? consentWithdrawnText(values) : consentEndedText(values)
    await sendSms(app, { to: mail.to, text, kind: 'guardian-answer' })
  }
  await app.db.delete(consentMails).where(eq(consentMails.id, id))
}

/** Deletes emails that could not be sent. */
export async function deleteUnsentConsentMails(app: App): Promise<void> {
  const oldest = new Date(app.clock.now().getTime() - KEPT_MS)
  await app.db.delete(consentMails).where(lt(consentMails.queuedAt, oldest))
}
