// The mails and text messages about guardians' accounts. A job contains only ids: codes are derived when the message is written, so
// that no secret is stored in a queue.
import { eq } from 'drizzle-orm'
import { isEmailAddress } from '../accounts/read-address.ts'
import { guardianExistsMail, guardianResetCodeMail, guardianVerifyCodeMail } from '../mails/guardian-account.ts'
import { defineMailQueue } from '../mails/mail-queues.ts'
import { passwordChangedMail } from '../mails/password-changed.ts'
import { proofCodeMail } from '../mails/proof-code.ts'
import type { App } from '../platform/app.ts'
import { sendSms } from '../sms/send-sms.ts'
import { guardianExistsText, proofCodeText, resetCodeText, verifyCodeText } from '../sms/texts.ts'
import { deriveGuardianCode } from './codes.ts'
import { findGuardianByAddress } from './registrations.ts'
import { guardianCodes, guardianRegistrations, guardians, type GuardianRow } from './tables.ts'

export type GuardianMessage =
  | { kind: 'verify' | 'reset' | 'proof'; codeId: string }
  | { kind: 'password-changed'; guardianId: string }

export const guardianMessages = defineMailQueue<GuardianMessage>('guardian-messages', { retryLimit: 20 })

/** Sends one message, or drops it if its code or account no longer exists. */
export async function sendGuardianMessage(app: App, message: GuardianMessage): Promise<void> {
  if (message.kind === 'password-changed') return sendPasswordChanged(app, message.guardianId)
  const [code] = await app.db.select().from(guardianCodes).where(eq(guardianCodes.id, message.codeId))
  if (!code) return
  const sentAt =
    code.registrationId === null
      ? await sendAccountCode(app, code)
      : await sendVerifyCode(app, code, code.registrationId)
  if (sentAt) await app.db.update(guardianCodes).set({ sentAt }).where(eq(guardianCodes.id, code.id))
}

type CodeRow = typeof guardianCodes.$inferSelect

/** Sends a registration's code. If the address has an account, tells its owner instead. */
async function sendVerifyCode(app: App, code: CodeRow, registrationId: string): Promise<Date | undefined> {
  const isOwn = eq(guardianRegistrations.id, registrationId)
  const [registration] = await app.db.select().from(guardianRegistrations).where(isOwn)
  if (!registration?.address) return undefined
  const { address: to } = registration
  const owner = await findGuardianByAddress(app.db, to)
  const { publicUrl } = app.config
  const digits = deriveGuardianCode(app, code)
  if (!isEmailAddress(to)) {
    const sms = owner
      ? ({ text: guardianExistsText({ publicUrl }), kind: 'already-registered' } as const)
      : ({ text: verifyCodeText({ digits, publicUrl }), kind: 'verify-code' } as const)
    return sendSms(app, { to, ...sms })
  }
  if (owner?.addressBouncedAt) return undefined
  const mail = owner
    ? guardianExistsMail({ name: owner.name, publicUrl })
    : guardianVerifyCodeMail({ digits, publicUrl })
  await app.mailer.send({ to, ...mail })
  return app.clock.now()
}

/** Sends the code of an account: for a new password, or instead of the password. */
async function sendAccountCode(app: App, code: CodeRow): Promise<Date | undefined> {
  const guardian = await findGuardian(app, code.guardianId)
  if (!guardian) return undefined
  const { name, address: to } = guardian
  const { publicUrl } = app.config
  const digits = deriveGuardianCode(app, code)
  const isReset = code.use === 'reset'
  if (!isEmailAddress(to)) {
    const text = (isReset ? resetCodeText : proofCodeText)({ digits, publicUrl })
    return sendSms(app, { to, text, kind: isReset ? 'reset-code' : 'proof-code' })
  }
  const mail = isReset
    ? guardianResetCodeMail({ name, digits, publicUrl })
    : proofCodeMail({ username: name, digits, publicUrl })
  await app.mailer.send({ to, ...mail })
  return app.clock.now()
}

/** Numbers get no message about a new password, because only their own codes or the old password change it. */
async function sendPasswordChanged(app: App, guardianId: string): Promise<void> {
  const guardian = await findGuardian(app, guardianId)
  if (!guardian || !isEmailAddress(guardian.address)) return
  const { publicUrl } = app.config
  const values = {
    username: guardian.name,
    page: '/guardian/forgot-password',
    ended: [],
    guardianEmail: null,
    publicUrl,
  }
  await app.mailer.send({ to: guardian.address, ...passwordChangedMail(values) })
}

/** Finds an account whose address can be reached. */
async function findGuardian(app: App, id: string | null): Promise<GuardianRow | undefined> {
  if (id === null) return undefined
  const [guardian] = await app.db.select().from(guardians).where(eq(guardians.id, id))
  return guardian?.erasedAt === null && guardian.addressBouncedAt === null ? guardian : undefined
}
