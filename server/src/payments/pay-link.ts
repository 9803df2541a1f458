// The link that lets a parent pay for a child without logging in. It contains the student's id and an expiry time, and is
// signed. Nothing is stored, and the link allows only paying and reading the username.
import { PAY_LINK_MS } from '@baobab/contract/payments/rules.ts'
import { findStudentById, type StudentRow } from '../accounts/queries.ts'
import type { App } from '../platform/app.ts'
import { isId } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { computeHmac, isSameSecret } from '../platform/security/tokens.ts'
import { hasAccess } from './queries.ts'
import { requireConsent } from './require-consent.ts'

/** Signs with the password's hash, so that a new password revokes older links, which an intruder may have created. */
function sign(app: App, { id, passwordHash }: StudentRow, expires: string): string {
  const password = computeHmac(app.keys.links, 'pay link password', id, passwordHash ?? '').toString('base64url')
  return computeHmac(app.keys.links, 'pay link', id, expires, password).toString('base64url')
}

const toUrl = (app: App, parts: readonly [id: string, expires: string, signature: string]) =>
  `${app.config.publicUrl}/pay-for-child?link=${parts.join('~')}`

/** Creates a payment link for a student who has no access yet. */
export async function makePayLink(app: App, studentId: string): Promise<{ url: string; expiresAt: string }> {
  const student = (await findStudentById(app.db, studentId)) ?? fail('not_found')
  requireConsent(app, student)
  if (await hasAccess(app.db, studentId)) fail('already_paid')
  const expiresAt = new Date(app.clock.now().getTime() + PAY_LINK_MS)
  const expires = Math.floor(expiresAt.getTime() / 1_000).toString(36)
  const url = toUrl(app, [studentId, expires, sign(app, student, expires)])
  return { url, expiresAt: expiresAt.toISOString() }
}

/** Returns a link's student and page. Refuses a link that is expired, altered, or of a deleted account. */
export async function openPayLink(app: App, token: string): Promise<{ student: StudentRow; page: string }> {
  const [studentId = '', expires = '', given = '', ...more] = token.split('~')
  const seconds = Number.parseInt(expires, 36)
  const isAlive = Number.isSafeInteger(seconds) && seconds * 1_000 >= app.clock.now().getTime()
  if (!isAlive || !isId(studentId) || more.length > 0) fail('link_invalid')
  const student = await findStudentById(app.db, studentId)
  if (!student || student.erasedAt) fail('link_invalid')
  const signature = sign(app, student, expires)
  // The database also finds an id in upper case, but only the lower-case id was signed.
  if (student.id !== studentId || !isSameSecret(given, signature)) fail('link_invalid')
  return { student, page: toUrl(app, [student.id, expires, signature]) }
}
