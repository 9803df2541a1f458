// The text messages about accounts. They go out by the same jobs as the mails: an account is told by email if it has one, otherwise by
// its proved number.
import { eq } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { markCodeUsed, sendSms } from '../sms/send-sms.ts'
import { maySendText } from '../sms/require-sms.ts'
import {
  alreadyRegisteredText,
  guardianAnswerText,
  guardianConsentText,
  guardianThanksText,
  verifyCodeText,
} from '../sms/texts.ts'
import { deriveVerificationCode } from './derive-code.ts'
import { emailCodes } from './tables.ts'

/**
 * Sends a registration's code, or tells the owner of the number that somebody registered with it. Both are one message, so the day's
 * budget reveals nothing.
 */
export async function sendCodeText(
  app: App,
  { codeId, to, isOwned }: { codeId: string; to: string; isOwned: boolean },
): Promise<void> {
  const { publicUrl } = app.config
  if (isOwned) {
    await sendSms(app, { to, text: alreadyRegisteredText({ publicUrl }), kind: 'already-registered' })
    return
  }
  const digits = deriveVerificationCode(app, codeId)
  const sentAt = await sendSms(app, { to, text: verifyCodeText({ digits, publicUrl }), kind: 'verify-code' })
  if (sentAt) await app.db.update(emailCodes).set({ sentAt }).where(eq(emailCodes.id, codeId))
}

/** Asks a guardian for consent. @returns whether the provider accepted the message */
export async function sendConsentText(
  app: App,
  { to, username, link }: { to: string; username: string; link: string },
): Promise<boolean> {
  const text = guardianConsentText({ firstName: username, link })
  return (await sendSms(app, { to, text, kind: 'guardian-consent' })) !== undefined
}

/** Confirms a guardian's consent, with the link to withdraw it. The answer shows that somebody reads messages there. */
export async function sendThanksText(
  app: App,
  { to, username, link }: { to: string; username: string; link: string },
): Promise<void> {
  await markCodeUsed(app, app.db, to, ['guardian-consent'])
  if (await maySendText(app, to, 'consent'))
    await sendSms(app, { to, text: guardianThanksText({ firstName: username, link }), kind: 'guardian-answer' })
}

/** Tells a child without an email what the guardian answered. */
export async function sendAnswerText(app: App, { to, hasAgreed }: { to: string; hasAgreed: boolean }): Promise<void> {
  if (!(await maySendText(app, to, 'account'))) return
  const text = guardianAnswerText({ hasAgreed, publicUrl: app.config.publicUrl })
  await sendSms(app, { to, text, kind: 'guardian-answer' })
}
