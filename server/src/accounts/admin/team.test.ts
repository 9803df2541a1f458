import { logInAdmin, registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { readAdminProfile } from '@baobab/contract/profile/endpoints.ts'
import * as contract from '@baobab/contract/accounts/admin.ts'
import { roleTexts } from '@baobab/contract/accounts/text.ts'
import type { Caller } from '@baobab/contract/kernel/client.ts'
import { adminRoles, type AdminRole } from '@baobab/contract/accounts/rules.ts'
import { listAllPayments } from '@baobab/contract/payments/admin.ts'
import { listStudents } from '@baobab/contract/students/endpoints.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { openConnections } from '../../../test/connections.ts'
import { refusal } from '../../../test/refusal.ts'
import { openStillTestApp } from '../../../test/harness.ts'
import {
  ADMIN_PASSWORD,
  makeAdmin,
  makeAnotherAdmin,
  newAdminName,
  unique,
  type MadeAdmin,
} from '../../../test/factories.ts'
import { auditLines } from '../../platform/audit/tables.ts'
import { deriveInvitationToken } from '../account-mails.ts'
import { adminInvitations, admins } from '../tables.ts'
import { waitFor } from '../../../test/wait-for.ts'

let first: MadeAdmin
const t = await openStillTestApp()
const connect = await openConnections(t)
beforeAll(async () => {
  first = await makeAdmin(t)
})

const HOUR = 3_600_000
const MAIL = 'You are invited to be an admin of Baobab'
const newEmail = () => `${unique('new')}@baobab.example`
const invite = (email: string, role: AdminRole = 'owner') =>
  t.as(first.token)(contract.inviteAdmin, { body: { email, role } })
const team = () => t.as(first.token)(contract.listTeam, {})
const isInvited = async (email: string) => (await team()).invitations.some((one) => one.email === email)

/** Returns the parameters of the link in the latest mail to an address. */
async function readInvitationLink(email: string, count = 1): Promise<{ invitation: string; email: string }> {
  const [mail] = await t.mails(email, MAIL, count)
  const url = new URL(/http\S+\/admin\/register\?\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://no.link')
  return { invitation: url.searchParams.get('invitation') ?? '', email: url.searchParams.get('email') ?? '' }
}

const register = (form: { email: string; invitation?: string; username?: string }) =>
  t.as()(registerAdmin, { body: { username: newAdminName(), password: ADMIN_PASSWORD, ...form } })

const logIn = (email: string) => t.as()(logInAdmin, { body: { email, password: ADMIN_PASSWORD } })
const closed = { status: 403, code: 'invitation_needed', message: 'Admin registration is by invitation.' }

/** Advances the clock, and logs the first admin in again. */
async function advanceAndLogIn(ms: number): Promise<void> {
  t.app.clock.advance(ms)
  first = { ...first, token: (await logIn(first.email)).authToken }
}

describe('an invitation', () => {
  it('R-02 is mailed, registers one admin, and is in the audit log', async () => {
    const email = newEmail()
    const { invitation } = await invite(email)
    expect(invitation).toMatchObject({ email, invitedBy: first.username, isExpired: false })
    const link = await readInvitationLink(email)
    expect(link.email).toBe(email)
    expect(await isInvited(email)).toBe(true)
    t.app.clock.advance(1_000) // the team is listed in the order of joining
    await register(link)
    expect((await logIn(email)).adminData.email).toBe(email)
    expect(await isInvited(email)).toBe(false)
    const { admins: members } = await team()
    expect(members.map((member) => member.email)).toEqual([first.email, email])
    expect(members).toMatchObject([
      { username: first.username, hasSecondFactor: false, lastSeenAt: expect.any(String) },
      { email, joinedAt: expect.any(String), lastSeenAt: expect.any(String) },
    ])
    expect(await refusal(register(link))).toMatchObject(closed)
    const lines = await t.app.db.select().from(auditLines).where(eq(auditLines.subject, invitation._id))
    expect(lines).toMatchObject([{ action: 'admin.invited', adminId: first.id, details: { role: 'owner' } }])
  })

  it('R-02 creates only one admin if it is used twice at the same time', async () => {
    const email = newEmail()
    await invite(email)
    const link = await readInvitationLink(email)
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => register(link)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await t.app.db.select().from(admins).where(eq(admins.emailKey, email))).toHaveLength(1)
  })

  it('R-02 works only for its own email, and nobody can register without one', async () => {
    const email = newEmail()
    await invite(email)
    const { invitation } = await readInvitationLink(email)
    for (const form of [{ email: newEmail(), invitation }, { email, invitation: 'x'.repeat(43) }, { email }])
      expect(await refusal(register(form))).toMatchObject(closed)
    await register({ email: email.toUpperCase(), invitation })
  })

  it('stays valid if the chosen username is taken', async () => {
    const email = newEmail()
    await invite(email)
    const link = await readInvitationLink(email)
    expect(await refusal(register({ ...link, username: first.username.toUpperCase() }))).toMatchObject({
      status: 409,
      errors: [{ path: 'username', message: 'Username is already taken' }],
    })
    await register(link)
  })

  it('R-02 is valid for 72 hours, and for another 72 when it is sent again', async () => {
    const email = newEmail()
    const { invitation } = await invite(email)
    const link = await readInvitationLink(email)
    await advanceAndLogIn(72 * HOUR)
    expect(await refusal(register(link))).toMatchObject(closed)
    expect((await team()).invitations.find((one) => one.email === email)?.isExpired).toBe(true)
    const params = { invitationId: invitation._id }
    expect((await t.as(first.token)(contract.resendInvitation, { params })).invitation.isExpired).toBe(false)
    await register(await readInvitationLink(email, 2))
    expect((await refusal(t.as(first.token)(contract.resendInvitation, { params }))).status).toBe(404)
  })

  it('can be revoked, and is revoked when the email is invited again', async () => {
    const email = newEmail()
    await invite(email)
    const old = await readInvitationLink(email)
    const { invitation } = await invite(email)
    expect(await refusal(register(old))).toMatchObject(closed)
    const revoke = () => t.as(first.token)(contract.revokeInvitation, { params: { invitationId: invitation._id } })
    await revoke()
    expect(await isInvited(email)).toBe(false)
    const token = deriveInvitationToken(t.app, invitation._id)
    expect(await refusal(register({ email, invitation: token }))).toMatchObject(closed)
    expect((await refusal(revoke())).status).toBe(404)
  })

  it('R-02 is stored as a hash of its token', async () => {
    const email = newEmail()
    await invite(email)
    const { invitation } = await readInvitationLink(email)
    const rows = await t.app.db.select().from(adminInvitations)
    expect(JSON.stringify(rows)).not.toContain(invitation)
  })

  it('is refused for an email that is already an admin', async () => {
    expect(await refusal(invite(first.email.toUpperCase()))).toMatchObject({
      status: 409,
      errors: [{ path: 'email', message: 'This person is already an admin.' }],
    })
  })
})

describe('a login more than 15 minutes ago', () => {
  it('R-41 does not allow inviting or removing admins until the password is entered again', async () => {
    const another = await makeAnotherAdmin(t, first)
    await advanceAndLogIn(0)
    t.app.clock.advance(15 * 60_000 + 1)
    const email = newEmail()
    const wanted = { status: 403, code: 'reauth_required', message: 'Please enter your password again to continue.' }
    const end = () => t.as(first.token)(contract.endAccess, { params: { adminId: another.id } })
    expect(await refusal(invite(email))).toMatchObject(wanted)
    expect(await refusal(end())).toMatchObject(wanted)
    expect(await isInvited(email)).toBe(false)
    const confirm = (password: string) => t.as(first.token)(contract.reauthenticateAdmin, { body: { password } })
    expect(await refusal(confirm('Wrong7pass!'))).toMatchObject({
      status: 400,
      errors: [{ path: 'password', message: 'This password is not correct.' }],
    })
    expect(await refusal(invite(email))).toMatchObject(wanted)
    await confirm(ADMIN_PASSWORD)
    await invite(email)
    await end()
    t.app.clock.advance(15 * 60_000 + 1)
    expect(await refusal(invite(newEmail()))).toMatchObject(wanted)
    await advanceAndLogIn(0)
  })

  it('makes the admin wait longer after each wrong password', async () => {
    const another = await makeAnotherAdmin(t, first)
    const confirm = (password: string) => t.as(another.token)(contract.reauthenticateAdmin, { body: { password } })
    for (let tries = 0; tries < 5; tries += 1) expect((await refusal(confirm('Wrong7pass!'))).status).toBe(400)
    expect(await refusal(confirm(ADMIN_PASSWORD))).toMatchObject({ status: 429, retryAfter: 1 })
    t.app.clock.advance(1_001)
    await confirm(ADMIN_PASSWORD)
  })
})

describe("removing an admin's access", () => {
  const end = (by: MadeAdmin, of: MadeAdmin) => t.as(by.token)(contract.endAccess, { params: { adminId: of.id } })
  const read = (admin: MadeAdmin) => t.as(admin.token)(readAdminProfile, { query: { username: admin.username } })

  it('R-29 takes effect at the next request, also revokes their invitations, and is in the audit log', async () => {
    const another = await makeAnotherAdmin(t, first)
    const email = newEmail()
    await t.as(another.token)(contract.inviteAdmin, { body: { email, role: 'owner' } })
    const link = await readInvitationLink(email)
    await read(another)
    await end(first, another)
    expect((await refusal(read(another))).status).toBe(401)
    expect(await refusal(logIn(another.email))).toMatchObject({ status: 401, message: 'Login failed!' })
    expect(await refusal(register(link))).toMatchObject(closed)
    expect((await team()).admins.map((admin) => admin.email)).not.toContain(another.email)
    const lines = await t.app.db.select().from(auditLines).where(eq(auditLines.subject, another.id))
    expect(lines.at(-1)).toMatchObject({ action: 'admin.access_ended', adminId: first.id })
    expect((await refusal(end(first, another))).status).toBe(404)
  })

  it('allows the same person to be invited again', async () => {
    const another = await makeAnotherAdmin(t, first)
    await end(first, another)
    const { invitation } = await invite(another.email)
    await register({ email: another.email, invitation: deriveInvitationToken(t.app, invitation._id) })
    await logIn(another.email)
  })

  it('is refused for oneself', async () => {
    expect(await refusal(end(first, first))).toMatchObject({
      status: 403,
      message: 'You cannot remove your own access. Ask another owner to do it.',
    })
    await read(first)
  })
})

describe("an admin's role", () => {
  const change = (by: MadeAdmin, of: MadeAdmin, role: AdminRole) =>
    t.as(by.token)(contract.changeRole, { params: { adminId: of.id }, body: { role } })
  const readStudents = (admin: MadeAdmin) => t.as(admin.token)(listStudents, { query: {} })
  const readVideos = (admin: MadeAdmin) => t.as(admin.token)(listAdminVideos, { query: {} })
  const roleOf = async (of: MadeAdmin) => (await team()).admins.find(({ _id }) => _id === of.id)?.role
  const forbidden = { status: 403, code: 'forbidden' }

  it('is owner for the first admin, and the one named in the invitation for everyone else', async () => {
    expect(await roleOf(first)).toBe('owner')
    for (const role of adminRoles) {
      const email = newEmail()
      const { invitation } = await invite(email, role)
      expect(invitation.role).toBe(role)
      const [mail] = await t.mails(email, MAIL)
      expect(mail?.text).toContain(`Your role: ${roleTexts[role].label}. ${roleTexts[role].description}`)
      await register(await readInvitationLink(email))
      const { adminData } = await logIn(email)
      expect(adminData.role).toBe(role)
      const lines = await t.app.db.select().from(auditLines).where(eq(auditLines.subject, adminData._id))
      expect(lines[0]).toMatchObject({ action: 'admin.registered', details: { role, invitation: invitation._id } })
    }
  })

  it('R-29 takes effect at the next request, is in the audit log, and the admin is mailed', async () => {
    const another = await makeAnotherAdmin(t, first, 'support')
    await readStudents(another)
    expect(await refusal(readVideos(another))).toMatchObject(forbidden)
    expect((await change(first, another, 'content')).message).toBe('The role has been changed.')
    expect(await refusal(readStudents(another))).toMatchObject(forbidden)
    await readVideos(another)
    expect(await roleOf(another)).toBe('content')
    const read = t.as(another.token)(readAdminProfile, { query: { username: another.username } })
    expect((await read).adminData.role).toBe('content')
    const [line] = await linesAbout(another)
    expect(line).toMatchObject({ adminId: first.id, details: { from: 'support', to: 'content' } })
    const [mail] = await t.mails(another.email, 'Your role as an admin of Baobab was changed')
    expect(mail?.text).toContain('Your new role: Content. Manages videos and questions.')
  })

  it('can be several: the admin may do what each of them may, from the invitation on', async () => {
    const another = await makeAnotherAdmin(t, first, ['content', 'support'])
    const rolesOf = async () => {
      const { role, moreRoles } = (await team()).admins.find(({ _id }) => _id === another.id) ?? {}
      return [role, ...(moreRoles ?? [])]
    }
    expect(await rolesOf()).toEqual(['content', 'support'])
    await readVideos(another)
    await readStudents(another)
    const readPayments = () => t.as(another.token)(listAllPayments, { query: {} })
    expect(await refusal(readPayments())).toMatchObject(forbidden)
    const params = { adminId: another.id }
    const body = { role: 'finance', moreRoles: ['support', 'finance'] } as const
    await t.as(first.token)(contract.changeRole, { params, body: { ...body, moreRoles: [...body.moreRoles] } })
    expect(await rolesOf()).toEqual(['support', 'finance'])
    await readPayments()
    expect(await refusal(readVideos(another))).toMatchObject(forbidden)
    expect((await logIn(another.email)).adminData).toMatchObject({ role: 'support', moreRoles: ['finance'] })
    const [line] = await linesAbout(another)
    expect(line).toMatchObject({ details: { from: 'content, support', to: 'support, finance' } })
    const [mail] = await t.mails(another.email, 'Your role as an admin of Baobab was changed')
    expect(mail?.text).toContain('Your new roles: Support and Finance. Looks after students')
    // Pages of the previous release know one role, and mean only that one.
    await change(first, another, 'support')
    expect(await rolesOf()).toEqual(['support'])
    expect(await refusal(readPayments())).toMatchObject(forbidden)
  })

  it('of a server of the previous release replaces all roles', async () => {
    const another = await makeAnotherAdmin(t, first, ['support', 'finance'])
    await t.app.db.update(admins).set({ role: 'content' }).where(eq(admins.id, another.id))
    expect(await refusal(readStudents(another))).toMatchObject(forbidden)
    const [row] = await t.app.db.select().from(admins).where(eq(admins.id, another.id))
    expect(row).toMatchObject({ role: 'content', moreRoles: [] })
  })

  it('does not change when it is set to the same value', async () => {
    const another = await makeAnotherAdmin(t, first, 'finance')
    await change(first, another, 'finance')
    expect(await linesAbout(another)).toEqual([])
  })

  it("R-41 is changed only by an owner who has entered the password recently, never one's own", async () => {
    const another = await makeAnotherAdmin(t, first, 'support')
    for (const role of ['owner', 'content'] as const)
      expect(await refusal(change(another, another, role))).toMatchObject(forbidden)
    expect(await refusal(change(another, first, 'auditor'))).toMatchObject(forbidden)
    expect(await refusal(change(first, first, 'support'))).toMatchObject({
      ...forbidden,
      message: 'You cannot change your own role. Ask another owner to do it.',
    })
    await t.as(another.token)(contract.reauthenticateAdmin, { body: { password: ADMIN_PASSWORD } })
    await advanceAndLogIn(0)
    t.app.clock.advance(15 * 60_000 + 1)
    expect((await refusal(change(first, another, 'owner'))).code).toBe('reauth_required')
    await advanceAndLogIn(0)
    const nobody = { ...another, id: randomUUID() }
    expect((await refusal(change(first, nobody, 'owner'))).status).toBe(404)
    expect((await refusal(change(first, { ...another, id: 'nonsense' }, 'owner'))).status).toBe(404)
    expect([await roleOf(first), await roleOf(another)]).toEqual(['owner', 'support'])
    expect(await linesAbout(another)).toEqual([])
  })

  it('changed from owner to another role revokes the invitations that the owner has sent', async () => {
    const another = await makeAnotherAdmin(t, first)
    const [mine, theirs] = [newEmail(), newEmail()]
    await invite(mine)
    await t.as(another.token)(contract.inviteAdmin, { body: { email: theirs, role: 'owner' } })
    const link = await readInvitationLink(theirs)
    await change(first, another, 'support')
    expect(await refusal(register(link))).toMatchObject(closed)
    expect(await isInvited(mine)).toBe(true)
  })

  /** Returns the audit log entries about changes to an admin's role. */
  const linesAbout = (admin: MadeAdmin) =>
    t.app.db
      .select()
      .from(auditLines)
      .where(and(eq(auditLines.subject, admin.id), eq(auditLines.action, 'admin.role_changed')))

  const demote = (as: Caller, of: MadeAdmin) =>
    as(contract.changeRole, { params: { adminId: of.id }, body: { role: 'auditor' } })
  const remove = (as: Caller, of: MadeAdmin) => as(contract.endAccess, { params: { adminId: of.id } })
  const races: [string, typeof demote, typeof demote][] = [
    ['demote each other', demote, demote],
    ["remove each other's access", remove, remove],
    ['demote and remove each other', demote, remove],
  ]
  it.each(races)('stays owner for one of two owners who %s at the same time', async (_, act, react) => {
    const [one, other] = [await makeAnotherAdmin(t, first), await makeAnotherAdmin(t, first)]
    // Both requests are authorized before either changes anything, because a lock on the admins delays them.
    const outcomes = await whileLocked(first, 2, () => [
      act(connect(one.token), other),
      react(connect(other.token), one),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const rows = await t.app.db
      .select()
      .from(admins)
      .where(and(inArray(admins.id, [one.id, other.id]), eq(admins.role, 'owner'), isNull(admins.removedAt)))
    expect(rows).toHaveLength(1)
  })

  it('changed from owner to another role blocks an invitation that was authorized before the change', async () => {
    const another = await makeAnotherAdmin(t, first)
    const email = newEmail()
    const form = { body: { email, role: 'owner' as const } }
    const [invited] = await whileLocked(
      another,
      1,
      () => [connect(another.token)(contract.inviteAdmin, form)],
      (client) => client.query("update admins set role = 'support' where id = $1", [another.id]),
    )
    expect(invited).toMatchObject({ status: 'rejected', reason: forbidden })
    expect(await isInvited(email)).toBe(false)
  })
})

/**
 * Locks an admin's row until `count` calls are waiting for it, makes an optional change, then releases the lock.
 * @returns the outcomes of the calls
 */
async function whileLocked(
  admin: MadeAdmin,
  count: number,
  act: () => Promise<unknown>[],
  change: (client: PoolClient) => Promise<unknown> = async () => undefined,
) {
  const client = await t.app.pool.connect()
  try {
    await client.query('begin')
    await client.query('select 1 from admins where id = $1 for update', [admin.id])
    const calls = Promise.allSettled(act())
    await waitFor(async () => {
      const { rows } = await t.app.pool.query(`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%"admins"%'`)
      expect(rows).toHaveLength(count)
    })
    await change(client)
    await client.query('commit')
    return await calls
  } finally {
    client.release()
  }
}
