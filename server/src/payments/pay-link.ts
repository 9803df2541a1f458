// The link with which a parent pays for a child without logging in. It names the student and the moment it runs out,
// signed; nothing is stored, and it opens nothing but paying and a username.
import { PAY_LINK_MS } from '@baobab/contract/limits.ts'
import { findStudentById, type StudentRow } from '../accounts/queries.ts'
import type { App } from '../platform/app.ts'
import { isId } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { computeHmac, isSameSecret } from '../platform/security/tokens.ts'
import { requireConsent } from './require-consent.ts'
import { isPaid } from './queries.ts'

/** A new password ends the links made before: whoever made them may have been somebody else. */
function signatureOf(app: App, { id, passwordHash }: StudentRow, expires: string): string {
  const password = computeHmac(app.keys.links, 'pay link password', id, passwordHash).toString('base64url')
  return computeHmac(app.keys.links, 'pay link', id, expires, password).toString('base64url')
}

/** Where a parent pays; what follows the `?` names the child. */
const payPage = (app: App, parts: readonly [id: string, expires: string, signature: string]) =>
  `${app.config.publicUrl}/pay-for-child?link=${parts.join('~')}`

/** Makes a link for a student who has not paid. */
export async function makePayLink(app: App, studentId: string): Promise<{ url: string; expiresAt: string }> {
  const student = (await findStudentById(app.db, studentId)) ?? fail('not_found')
  requireConsent(app, student)
  if (await isPaid(app.db, studentId)) fail('already_paid')
  const expiresAt = new Date(app.clock.now().getTime() + PAY_LINK_MS)
  const expires = Math.floor(expiresAt.getTime() / 1_000).toString(36)
  const url = payPage(app, [studentId, expires, signatureOf(app, student, expires)])
  return { url, expiresAt: expiresAt.toISOString() }
}

/**
 * The student of a link, and the page that it leads to. A link that ran out, was altered or belongs to nobody any more
 * is refused.
 */
export async function openLink(app: App, token: string): Promise<{ student: StudentRow; page: string }> {
  const [studentId = '', expires = '', given = '', ...more] = token.split('~')
  const seconds = Number.parseInt(expires, 36)
  const isAlive = Number.isSafeInteger(seconds) && seconds * 1_000 >= app.clock.now().getTime()
  if (!isAlive || !isId(studentId) || more.length > 0) fail('link_invalid')
  const student = await findStudentById(app.db, studentId)
  if (!student || student.erasedAt) fail('link_invalid')
  const signature = signatureOf(app, student, expires)
  // An id can be written in capitals as well, and was not signed so.
  if (student.id !== studentId || !isSameSecret(given, signature)) fail('link_invalid')
  return { student, page: payPage(app, [student.id, expires, signature]) }
}
