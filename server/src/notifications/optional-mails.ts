// Whether a student gets non-essential mails. Each of them has a signed link that turns them off without a login (RFC 8058).
// The link never expires, because mails are kept for years, and can do nothing else.
import { optionalMailsText } from '@baobab/contract/notifications/text.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { isId } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { computeHmac, isSameSecret } from '../platform/security/tokens.ts'

/** The unsubscribe page, which is also the address that mail programs post their one-click request to. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'

const sign = ({ keys }: Pick<App, 'keys'>, studentId: string) =>
  `${studentId}.${computeHmac(keys.links, 'optional-mails', studentId).toString('base64url')}`

/** Returns the URL of the page where a student turns optional mails off. */
export function createUnsubscribeLink(app: Pick<App, 'keys' | 'config'>, studentId: string): string {
  return `${app.config.publicUrl}${UNSUBSCRIBE_PATH}?token=${sign(app, studentId)}`
}

function readToken(app: Pick<App, 'keys'>, token: string): string {
  const [studentId = ''] = token.split('.')
  return isId(studentId) && isSameSecret(sign(app, studentId), token) ? studentId : fail('token_invalid')
}

/** Turns a student's optional mails on or off; safe to repeat. */
export async function setGetsOptionalMails(app: App, studentId: string, getsOptionalMails: boolean): Promise<void> {
  const now = app.clock.now()
  const optionalMailsOffAt = getsOptionalMails
    ? null
    : sql`coalesce(${students.optionalMailsOffAt}, ${now}::timestamptz)`
  await app.db
    .update(students)
    .set({ optionalMailsOffAt })
    .where(and(eq(students.id, studentId), isNull(students.erasedAt)))
}

/** Does the same for anyone with the link from a mail. Returns the message for the page. */
export async function setByLink(app: App, token: string, getsOptionalMails: boolean): Promise<string> {
  await setGetsOptionalMails(app, readToken(app, token), getsOptionalMails)
  return getsOptionalMails ? optionalMailsText.on : optionalMailsText.off
}
