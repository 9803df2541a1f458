// The mails and text messages to guardians, and to children about what their guardians answered.
import { and, eq } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { consentGivenMail, guardianSaidNoMail } from '../mails/guardian-answer.ts'
import { guardianAgreedMail } from '../mails/guardian-agreed.ts'
import { guardianConsentMail } from '../mails/guardian-consent.ts'
import { guardianReplacedMail } from '../mails/guardian-replaced.ts'
import { sendAnswerText, sendConsentText, sendThanksText } from './account-texts.ts'
import { studentCorrections } from './correction-tables.ts'
import { deriveConsentToken } from './derive-code.ts'
import { findNamedGuardian } from './find-named-guardian.ts'
import { maskGuardian, toGuardianAddress } from './guardian-address.ts'
import { findMailbox } from './own-address.ts'
import { findStudentById } from './queries.ts'
import { isEmailAddress } from './read-address.ts'
import { registrations, students } from './tables.ts'

/** Asks a guardian for consent, by email or text message. */
export async function sendConsentRequest(app: App, consentId: string): Promise<void> {
  const [registration] = await app.db.select().from(registrations).where(eq(registrations.consentId, consentId))
  const [student] = await app.db.select().from(students).where(eq(students.consentId, consentId))
  // A job from an earlier release may ask the guardian before the mailbox was verified.
  const isProved = registration === undefined || registration.verifiedAt !== null
  const change = registration || student ? undefined : await findNamedGuardian(app, consentId)
  const asked = registration ?? student ?? change
  const to = asked && toGuardianAddress(asked)
  if (!to || asked.guardianAgreedAt || !isProved) return
  const { username } = asked
  const link = toConsentLink(app, consentId)
  if (isEmailAddress(to)) {
    const { publicUrl } = app.config
    const values = { username, link, isAccount: registration === undefined, isChange: change !== undefined, publicUrl }
    await app.mailer.send({ to, ...guardianConsentMail(values) })
  } else if (!(await sendConsentText(app, { to, username, link }))) return
  const guardianMailedAt = app.clock.now()
  await app.db.update(registrations).set({ guardianMailedAt }).where(eq(registrations.consentId, consentId))
}

/** Confirms to the guardian what they agreed to, with a link to withdraw consent. Dropped if the account was erased. */
export async function sendConsentConfirmation(app: App, consentId: string): Promise<void> {
  const [registration] = await app.db.select().from(registrations).where(eq(registrations.consentId, consentId))
  const [student] = await app.db.select().from(students).where(eq(students.consentId, consentId))
  const child = registration ?? student
  const to = child && toGuardianAddress(child)
  if (!to) return
  const { username } = child
  const { publicUrl } = app.config
  const link = toConsentLink(app, consentId)
  if (isEmailAddress(to)) await app.mailer.send({ to, ...guardianAgreedMail({ username, link, publicUrl }) })
  else await sendThanksText(app, { to, username, link })
}

/** Tells a former guardian that another one agreed instead. Dropped if the account was erased. */
export async function sendGuardianReplaced(
  app: App,
  { studentId, correctionId }: { studentId: string; correctionId: string },
): Promise<void> {
  const student = await findStudentById(app.db, studentId)
  const isThis = and(eq(studentCorrections.studentId, studentId), eq(studentCorrections.id, correctionId))
  const [correction] = await app.db.select().from(studentCorrections).where(isThis)
  if (!student || student.erasedAt || !correction?.oldValue) return
  const { username } = student
  const { publicUrl } = app.config
  await app.mailer.send({ to: correction.oldValue, ...guardianReplacedMail({ username, publicUrl }) })
}

function toConsentLink(app: App, consentId: string): string {
  const query = new URLSearchParams({ student: consentId, token: deriveConsentToken(app, consentId) })
  return `${app.config.publicUrl}/guardian-consent?${query.toString()}`
}

/** Tells a child what the guardian answered. */
export async function sendGuardianAnswer(
  app: App,
  { kind, studentId }: { kind: 'consent-given' | 'guardian-said-no'; studentId: string },
): Promise<void> {
  const student = await findStudentById(app.db, studentId)
  const to = student && findMailbox(student)
  const number = student && !student.erasedAt ? student.provedNumber : null
  const hasAgreed = kind === 'consent-given'
  if (to) {
    const { username } = student
    const { publicUrl } = app.config
    const mail = hasAgreed
      ? consentGivenMail({ username, guardianEmail: maskGuardian(student), publicUrl })
      : guardianSaidNoMail({ username, publicUrl })
    await app.mailer.send({ to, ...mail })
  } else if (number) await sendAnswerText(app, { to: number, hasAgreed })
}
