// The first admin registers freely (with the setup code in production); after that it is by invitation.
import { sql } from 'drizzle-orm'
import type { ParsedOf } from '@baobab/contract/endpoint.ts'
import type { registerAdmin as endpoint } from '@baobab/contract/accounts.ts'
import { COMMON_PASSWORD } from '@baobab/contract/fields.ts'
import type { App } from '../app.ts'
import { writeLine } from '../audit/write-line.ts'
import type { Db, Tx } from '../platform/database.ts'
import { fail, failField } from '../platform/errors.ts'
import { hashPassword } from '../platform/passwords.ts'
import { keyed, sameSecret } from '../platform/tokens.ts'
import { keyOf } from './queries.ts'
import { isCommonPassword } from './rules.ts'
import { admins } from './tables.ts'

const FIRST_ADMIN_LOCK = 0x61646d31 // 'adm1'

/** Whether somebody may still become the first admin. */
export async function hasNoAdmin(db: Db | Tx): Promise<boolean> {
  const [row] = await db.select({ id: admins.id }).from(admins).limit(1)
  return row === undefined
}

/** The one-time code that the server prints in its log; all servers of an installation print the same. */
export function setupCode(app: Pick<App, 'keys'>): string {
  return keyed(app.keys.codes, 'first admin').toString('base64url').slice(0, 20)
}

/** Registers the first admin. Of many at once, one succeeds. */
export async function registerAdmin(app: App, form: ParsedOf<typeof endpoint>['body']): Promise<void> {
  if (!(await hasNoAdmin(app.db))) fail('invitation_needed')
  if (app.config.isProduction && !sameSecret(form.setupCode ?? '', setupCode(app)))
    fail('setup_code_needed', { errors: [{ path: 'setupCode', message: 'This setup code is not right.' }] })
  if (isCommonPassword(form.password)) failField('password', COMMON_PASSWORD)
  const passwordHash = await hashPassword(form.password)
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`)
    if (!(await hasNoAdmin(tx))) fail('invitation_needed')
    const [admin] = await tx
      .insert(admins)
      .values({
        username: form.username,
        usernameKey: keyOf(form.username),
        email: form.email,
        emailKey: keyOf(form.email),
        passwordHash,
        createdAt: app.clock.now(),
      })
      .returning({ id: admins.id })
    if (admin) await writeLine(app, tx, { adminId: admin.id, action: 'admin.registered', subject: admin.id })
  })
}
