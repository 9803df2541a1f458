// The link with which a parent pays for a child without logging in. It names the student and the moment it runs out,
// signed; nothing is stored, and it opens nothing but paying and a username.
import { PAY_LINK_MS } from '@baobab/contract/limits.ts'
import { studentById, type StudentRow } from '../accounts/queries.ts'
import type { App } from '../app.ts'
import { isId } from '../platform/database.ts'
import { fail } from '../platform/errors.ts'
import { keyed, sameSecret } from '../platform/tokens.ts'
import { isPaid } from './queries.ts'

const signatureOf = (app: App, studentId: string, expires: string) =>
  keyed(app.keys.links, 'pay link', studentId, expires).toString('base64url')

/** Where a parent pays; what follows the `?` names the child. */
export const payPage = (app: App, token: string) => `${app.config.publicUrl}/pay-for-child?link=${token}`

/** Makes a link for a student who has not paid. */
export async function makePayLink(app: App, studentId: string): Promise<{ url: string; expiresAt: string }> {
  if (await isPaid(app.db, studentId)) fail('already_paid')
  const expiresAt = new Date(app.clock.now().getTime() + PAY_LINK_MS)
  const expires = Math.floor(expiresAt.getTime() / 1_000).toString(36)
  const token = [studentId, expires, signatureOf(app, studentId, expires)].join('~')
  return { url: payPage(app, token), expiresAt: expiresAt.toISOString() }
}

/** The student of a link. One that ran out, was altered or belongs to nobody any more is refused. */
export async function studentOfLink(app: App, token: string): Promise<StudentRow> {
  const [studentId = '', expires = '', given = ''] = token.split('~')
  const seconds = Number.parseInt(expires, 36)
  const isAlive = Number.isSafeInteger(seconds) && seconds * 1_000 >= app.clock.now().getTime()
  if (!isAlive || !isId(studentId) || !sameSecret(given, signatureOf(app, studentId, expires))) fail('link_invalid')
  const student = await studentById(app.db, studentId)
  return student && !student.erasedAt ? student : fail('link_invalid')
}
