// Opens a child's account at once, because the guardian who asks for it is the one who has to agree. The child gets a username
// and a password, and neither an email nor a phone number.
import { count, eq } from 'drizzle-orm'
import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import { AGE_MAX, AGE_MIN, ageAt } from '@baobab/contract/accounts/rules.ts'
import type { addChild as endpoint } from '@baobab/contract/guardians/children.ts'
import { childrenText } from '@baobab/contract/guardians/children-text.ts'
import { GUARDIAN_CHILDREN_MAX } from '@baobab/contract/guardians/rules.ts'
import { COMMON_PASSWORD } from '@baobab/contract/kernel/fields.ts'
import { hashAddress } from '../../accounts/address-hash.ts'
import { toOwnAddress } from '../../accounts/own-address.ts'
import { findStudentByUsername, insertSignInNames, type StudentRow } from '../../accounts/queries.ts'
import { insertRegistration, refuseUsername, requirePastBirth } from '../../accounts/register.ts'
import { isCommonPassword } from '../../accounts/rules.ts'
import { registrations, students } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { hashPassword, verifyPassword } from '../../platform/security/passwords.ts'
import { lockGuardian } from '../prove-guardian.ts'

type Form = ParsedOf<typeof endpoint>['body']
type NewChild = Omit<Form, 'password' | 'repassword' | 'agrees'> & { passwordHash: string }

/** For how long the same request again, after a lost reply, returns the child that it has made. */
const REPEAT_MS = 15 * 60_000

/** Adds a child to a guardian's children. Throws 409 if the username is not free, or if there are six children already. */
export async function addChild(app: App, guardianId: string, form: Form): Promise<StudentRow> {
  requirePastBirth(app, form.birth)
  const age = ageAt(form.birth, app.clock.now())
  if (age < AGE_MIN || age > AGE_MAX) failField('birth', childrenText.ageOutside)
  if (isCommonPassword(form.password, { ...form, email: null })) failField('password', COMMON_PASSWORD)
  const { password, repassword: _, agrees: __, ...rest } = form
  const passwordHash = await hashPassword(password)
  const { child, isNew } = await app.db.transaction(async (tx) => {
    await lockGuardian(tx, guardianId)
    const made = await findRecentlyMade(app, tx, guardianId, form.username)
    if (made) return { child: made, isNew: false }
    return { child: await openChild(app, tx, guardianId, { ...rest, passwordHash }), isNew: true }
  })
  if (!isNew && !(await verifyPassword(child.passwordHash ?? undefined, password))) refuseUsername()
  return child
}

/** Finds the child that the same request made a moment ago. */
async function findRecentlyMade(
  app: App,
  tx: Tx,
  guardianId: string,
  username: string,
): Promise<StudentRow | undefined> {
  const student = await findStudentByUsername(tx, username)
  const isRecent = student !== undefined && app.clock.now().getTime() - student.createdAt.getTime() < REPEAT_MS
  return isRecent && student.guardianId === guardianId ? student : undefined
}

/** Opens the account. The caller has locked the guardian, so that no more than six are opened at once. */
async function openChild(app: App, tx: Tx, guardianId: string, form: NewChild): Promise<StudentRow> {
  const [children] = await tx.select({ count: count() }).from(students).where(eq(students.guardianId, guardianId))
  if ((children?.count ?? 0) >= GUARDIAN_CHILDREN_MAX) fail('too_many_children')
  const { id, ...registration } = await reserveUsername(app, tx, form)
  const nobody = { email: null, emailKey: null, provedNumber: null }
  await insertSignInNames(tx, { id, usernameKey: registration.usernameKey, ...nobody })
  const now = app.clock.now()
  const [child] = await tx
    .insert(students)
    .values({
      ...registration,
      id,
      ...nobody,
      internationalNumber: '',
      addressHash: hashAddress(app, toOwnAddress({ id, ...nobody })),
      guardianId,
      guardianAgreedAt: now,
      verifiedAt: now,
      lastActiveAt: registration.createdAt,
    })
    .returning()
  return child ?? fail('internal')
}

/**
 * Takes a username by the rules of registrations: a registration of the name exists until the transaction ends, so that nobody
 * else can take the name meanwhile.
 */
async function reserveUsername(app: App, tx: Tx, form: NewChild) {
  const nothing = {
    email: '',
    number: '',
    address: '',
    guardianEmail: null,
    guardianNumber: null,
    verifyBy: 'email' as const,
  }
  const registration = await insertRegistration(app, tx, { ...form, ...nothing })
  await tx.delete(registrations).where(eq(registrations.id, registration.id))
  return registration
}
