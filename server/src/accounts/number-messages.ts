// Text messages and mails about proved phone numbers. Codes are derived from ids with a server key when a message is written, so that
// no secret is stored in a queue.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { CODE_MS } from '@baobab/contract/accounts/rules.ts'
import { numberChangedMail, type NumberChange } from '../mails/number-changed.ts'
import { defineMailQueue } from '../mails/mail-queues.ts'
import type { App } from '../platform/app.ts'
import { computeHmac } from '../platform/security/tokens.ts'
import { sendSms } from '../sms/send-sms.ts'
import type { SmsKind } from '../sms/tables.ts'
import { numberCodeText, numberReplacedText, proofCodeText, resetCodeText } from '../sms/texts.ts'
import { deriveVerificationCode } from './derive-code.ts'
import { findMailbox } from './own-address.ts'
import { findStudentById } from './queries.ts'
import { numberCodes } from './number-tables.ts'
import { passwordResets, proofCodes, registrations } from './tables.ts'

export type NumberMessage =
  | { kind: 'reset-code'; resetId: string }
  | { kind: 'proof-code'; codeId: string }
  | { kind: 'number-code'; codeId: string }
  /** Tells a number that its account has another one now. The number is in the job because no table has it any more. */
  | { kind: 'number-replaced'; number: string }
  /** Tells a student by mail what happened to the account's number. */
  | { kind: 'number-changed'; studentId: string; change: NumberChange }

export const numberMessages = defineMailQueue<NumberMessage>('number-messages', { retryLimit: 20 })

/** Returns the six digits with which a password is reset by SMS. */
export function deriveResetCode(app: Pick<App, 'keys'>, resetId: string): string {
  return toDigits(computeHmac(app.keys.codes, 'reset code', resetId))
}

/** Returns the six digits that prove a phone number. */
export function deriveNumberCode(app: Pick<App, 'keys'>, codeId: string): string {
  return toDigits(computeHmac(app.keys.codes, 'number code', codeId))
}

const toDigits = (hmac: Buffer) => String(hmac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

/** Sends one message, or drops it if its code or account no longer exists. */
export async function sendNumberMessage(app: App, message: NumberMessage): Promise<void> {
  switch (message.kind) {
    case 'reset-code':
      return sendResetCode(app, message.resetId)
    case 'proof-code':
      return sendProofCode(app, message.codeId)
    case 'number-code':
      return sendNumberCode(app, message.codeId)
    case 'number-replaced':
      return sendReplaced(app, message.number)
    case 'number-changed':
      return sendNumberChanged(app, message)
  }
}

type Code = { to: string; text: string; kind: SmsKind; madeAt: Date }

/** Sends a code, unless it has expired while messages could not be sent. @returns when the provider accepted it */
async function sendCode(app: App, { madeAt, ...sms }: Code): Promise<Date | undefined> {
  return app.clock.now().getTime() > madeAt.getTime() + CODE_MS ? undefined : sendSms(app, sms)
}

async function sendResetCode(app: App, resetId: string): Promise<void> {
  const isThis = eq(passwordResets.id, resetId)
  const [reset] = await app.db.select().from(passwordResets).where(isThis)
  if (!reset?.isBySms || reset.usedAt) return
  const to = await findResetNumber(app, reset)
  if (!to) return
  const digits = deriveResetCode(app, resetId)
  const text = resetCodeText({ digits, publicUrl: app.config.publicUrl })
  const sentAt = await sendCode(app, { to, text, kind: 'reset-code', madeAt: reset.madeAt })
  if (sentAt) await app.db.update(passwordResets).set({ sentAt }).where(isThis)
}

/** A registration that is waiting for a guardian may have become an account since. */
async function findResetNumber(
  app: App,
  { studentId, registrationId }: typeof passwordResets.$inferSelect,
): Promise<string | null | undefined> {
  if (studentId !== null) return (await findStudentById(app.db, studentId))?.provedNumber
  const isThis = eq(registrations.id, registrationId ?? randomUUID())
  const [registration] = await app.db.select().from(registrations).where(isThis)
  return registration?.verifyBy === 'sms' ? registration.email : undefined
}

async function sendProofCode(app: App, codeId: string): Promise<void> {
  const isThis = eq(proofCodes.id, codeId)
  const [code] = await app.db.select().from(proofCodes).where(isThis)
  const to = code && (await findStudentById(app.db, code.studentId))?.provedNumber
  if (!to) return
  const digits = deriveVerificationCode(app, codeId)
  const text = proofCodeText({ digits, publicUrl: app.config.publicUrl })
  const sentAt = await sendCode(app, { to, text, kind: 'proof-code', madeAt: code.madeAt })
  if (sentAt) await app.db.update(proofCodes).set({ sentAt }).where(isThis)
}

async function sendNumberCode(app: App, codeId: string): Promise<void> {
  const isThis = eq(numberCodes.id, codeId)
  const [code] = await app.db.select().from(numberCodes).where(isThis)
  if (!code) return
  const digits = deriveNumberCode(app, codeId)
  const text = numberCodeText({ digits, publicUrl: app.config.publicUrl })
  const sentAt = await sendCode(app, { to: code.number, text, kind: 'number-code', madeAt: code.madeAt })
  if (sentAt) await app.db.update(numberCodes).set({ sentAt }).where(isThis)
}

async function sendReplaced(app: App, to: string): Promise<void> {
  const text = numberReplacedText({ publicUrl: app.config.publicUrl })
  await sendSms(app, { to, text, kind: 'number-replaced' })
}

async function sendNumberChanged(
  app: App,
  { studentId, change }: Extract<NumberMessage, { kind: 'number-changed' }>,
): Promise<void> {
  const student = await findStudentById(app.db, studentId)
  const to = student && findMailbox(student)
  if (!to) return
  const { publicUrl } = app.config
  await app.mailer.send({ to, ...numberChangedMail({ username: student.username, change, publicUrl }) })
}
