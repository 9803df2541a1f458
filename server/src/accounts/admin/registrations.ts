// Registrations whose account is not open yet, for admins who help when a mail was lost.
import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { listRegistrations as endpoint, PendingRegistration } from '@baobab/contract/accounts/admin.ts'
import { accountsAdminText } from '@baobab/contract/accounts/text.ts'
import { toSearchWords } from '@baobab/contract/kernel/comparison.ts'
import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import { isId } from '../../platform/database/database.ts'
import { decodeCursor, toPage } from '../../platform/database/pagination.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { accountMails, type AccountMail } from '../account-mails.ts'
import { clearCodeTries } from '../code-tries.ts'
import { createVerificationCode } from '../create-verification-code.ts'
import { toLookupKey } from '../queries.ts'
import { deriveReference, hasEmail, isCurrent, lockEmail, type RegistrationRow } from '../registrations.ts'
import { registrations } from '../tables.ts'

/** Matches a full email address or the start of a username. */
function matches(search: string): SQL {
  const key = toSearchWords(search).join(' ')
  const { emailKey, usernameKey } = registrations
  return key.includes('@') ? eq(emailKey, key) : sql`starts_with(${usernameKey}, ${key})`
}

/** Returns one page of registrations, newest first. */
export async function listRegistrations(
  app: App,
  { search, limit, cursor }: ParsedOf<typeof endpoint>['query'],
): Promise<{ registrations: PendingRegistration[]; nextCursor: string | null }> {
  const { createdAt, id } = registrations
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const rows = await app.db
    .select()
    .from(registrations)
    .where(
      and(
        isCurrent(app),
        hasEmail,
        search === '' ? undefined : matches(search),
        after && sql`(${createdAt}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }))
  return { registrations: page.map(toPendingRegistration), nextCursor }
}

function toPendingRegistration(row: RegistrationRow): PendingRegistration {
  return {
    _id: row.id,
    username: row.username,
    email: row.email,
    registeredAt: row.createdAt.toISOString(),
    guardianEmail: row.verifiedAt === null ? null : row.guardianEmail,
  }
}

/** Mails a new code, or asks the guardian again if only consent is missing. Throws 429 if the mail limit is reached. */
export async function resendRegistrationMail(app: App, who: AdminUser, id: string): Promise<void> {
  const row = await findRegistration(app, id)
  const isCode = row.verifiedAt === null
  const recipient = isCode ? row.emailKey : toLookupKey(row.guardianEmail ?? '')
  if (!(await app.rateLimits.consumeMailQuota(isCode ? 'verify-code' : 'guardian-consent', recipient)))
    fail('too_many_requests', { message: accountsAdminText.mailsUsedUp, retryAfterSeconds: 3_600 })
  await app.db.transaction(async (tx) => {
    await lockEmail(tx, row.email)
    const mail: AccountMail = isCode
      ? { kind: 'verify-code', codeId: await createVerificationCode(app, tx, id) }
      : { kind: 'guardian-consent', consentId: row.consentId ?? fail('not_found') }
    await app.jobs.send(tx, accountMails, mail)
    await writeAuditLine(app, tx, { adminId: who.id, action: 'registration.mail_resent', subject: id })
  })
  await clearCodeTries(app, { email: row.email }, { email: row.email, registration: deriveReference(app, row) })
}

async function findRegistration(app: App, id: string): Promise<RegistrationRow> {
  if (!isId(id)) fail('not_found')
  const [row] = await app.db
    .select()
    .from(registrations)
    .where(and(eq(registrations.id, id), isCurrent(app), hasEmail))
  return row ?? fail('not_found')
}
