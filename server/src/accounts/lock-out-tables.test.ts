// Walks every table that belongs to a student, an admin or a session, or holds a secret. A new table fails here until it is
// listed: either it opens an account, and then locking others out has to clear it, or it opens nothing.
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import * as methods from '@baobab/contract/accounts/identity-providers.ts'
import { sendNumberCode } from '@baobab/contract/profile/endpoints.ts'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { makeStudent, PASSWORD, unique } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { newNumber } from '../../test/phone-students.ts'
import { hashVerifier, newPerson, signInCalls } from '../../test/sign-in.ts'
import { lockOthersOut } from './lock-out.ts'

const t = await openTestApp()

/** Tables that can open a student's account, with the condition that a row belongs to student $1. */
const ended = {
  sessions: 'student_id',
  known_browsers: 'student_id',
  password_resets: 'student_id',
  proof_codes: 'student_id',
  number_codes: 'student_id',
  provider_identities: 'student_id',
  sign_in_flows: 'session_id',
} as const

/** Tables that give no access to an account, or access that does not end, each with the reason. */
const others: Readonly<Record<string, readonly string[]>> = {
  'the password itself, which the caller replaces': ['students', 'admins'],
  'ends with the session': ['push_subscriptions'],
  'proves that mail arrives, and opens nothing': ['email_codes'],
  'no account yet: lockOthersOutOfRegistration': ['registrations'],
  'opens a guardian’s own account, and none of a student or admin': [
    'guardian_browsers',
    'guardian_registrations',
    'guardian_sessions',
    'guardians',
  ],
  'an admin’s second factor, which needs the password too; changed in the settings and by the end of the access': [
    'recovery_codes',
  ],
  'opens a separate account for the invited person': ['admin_invitations'],
  'identifies nobody': ['former_browsers', 'former_attempts', 'retired_usernames', 'attempt_origins'],
  'keys of the product': ['server_keys'],
  'opens a page for a payment at the provider': ['payments'],
  'proves that the new address is read; the account then locks others out': ['email_changes'],
  'hashes, nonces and time stamps of what is published': ['draws', 'draw_rules', 'draw_entries', 'time_stamps'],
  'what students did, and what was sent to them': [
    'attempts',
    'birth_proposals',
    'bookmarks',
    'certificates',
    'challenge_turns',
    'entrant_proposals',
    'fair_play_appeals',
    'fair_play_decisions',
    'fair_play_flags',
    'friend_codes',
    'friend_notifications',
    'guardian_changes',
    'guardian_messages',
    'inactivity_mails',
    'league_members',
    'list_claims',
    'notice_mails',
    'notice_reads',
    'notice_recipients',
    'notices',
    'plays',
    'practice_answers',
    'prize_claim_versions',
    'prize_claims',
    'question_reports',
    'standings',
    'streak_pauses',
    'student_corrections',
    'watches',
  ],
  'what admins did': [
    'admin_role_changes',
    'bulk_runs',
    'contact_messages',
    'contact_notes',
    'contact_replies',
    'draw_changes',
    'draw_events',
    'export_files',
    'maintenances',
    'points_adjustments',
    'prize_approvals',
    'prize_payouts',
    'product_settings',
    'question_report_groups',
    'regrades',
    'resumables',
    'saved_answers',
    'saved_views',
    'sheet_imports',
    'staff_notes',
  ],
}

it('R-42 every table that may open an account is listed', async () => {
  const { rows } = await t.app.db.execute<{ table: string }>(sql`
    select distinct t.relname as table
    from pg_class t join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      and (c.attname ~ '(hash|secret|token|code|ticket|nonce|pin)'
        or exists (
          select from pg_constraint k
          where k.contype = 'f' and k.conrelid = t.oid and c.attnum = any(k.conkey)
            and k.confrelid::regclass::text in ('students', 'admins', 'registrations', 'sessions', 'known_browsers')))`)
  const found = rows.map(({ table }) => table).toSorted()
  expect(found).toEqual([...Object.keys(ended), ...Object.values(others).flat()].toSorted())
})

/** Creates every kind of way into an account. */
async function makeWaysIn() {
  const student = await makeStudent(t)
  const { token, email } = student
  const { authToken } = await t.as()(contract.logInStudent, { body: { email, password: PASSWORD } })
  const calls = signInCalls(t)
  for (const provider of ['x', 'tiktok'] as const) {
    const verifier = unique('v').padEnd(43, 'x')
    const body = { browserHash: hashVerifier(verifier), password: PASSWORD }
    const { flow, url } = await t.as(authToken)(methods.startConnection, { params: { provider }, body })
    if (provider === 'tiktok') continue
    const returned = await calls.comeBack({ provider, flow, url, verifier }, newPerson())
    await t.as(authToken)(methods.finishConnection, { body: returned })
  }
  await t.as()(contract.forgotPassword, { body: { email } })
  await t.as(token)(methods.mailProofCode, {})
  await t.as(token)(sendNumberCode, { body: { number: newNumber(), password: PASSWORD } })
  return student
}

/** Counts the student's rows in each table that can open an account. */
async function countRows(studentId: string, sessionIds: readonly string[]) {
  const counts: Record<string, number> = {}
  for (const [table, column] of Object.entries(ended)) {
    const ids = column === 'session_id' ? sessionIds : [studentId]
    const isOwn = sql`${sql.identifier(column)} = any(${sql.param(ids)}::uuid[])`
    const { rows } = await t.app.db.execute(sql`select 1 from ${sql.identifier(table)} where ${isOwn}`)
    counts[table] = rows.length
  }
  return counts
}

it.each(['mailbox', 'closed', 'password'] as const)(
  'R-42 after the proof %s, no rows are left in any table that opens an account',
  async (proof) => {
    const { id } = await makeWaysIn()
    const { rows } = await t.app.db.execute<{ id: string }>(sql`select id from sessions where student_id = ${id}`)
    const sessionIds = rows.map((session) => session.id)
    const before = await countRows(id, sessionIds)
    expect(before).toMatchObject({ sessions: 2, sign_in_flows: 1, proof_codes: 1, provider_identities: 1 })
    expect(Math.min(...Object.values(before))).toBeGreaterThan(0)
    const reply = await t.app.db.transaction((tx) => lockOthersOut(t.app, tx, { kind: 'student', id }, { proof }))
    expect(await countRows(id, sessionIds)).toEqual(Object.fromEntries(Object.keys(ended).map((table) => [table, 0])))
    const { sessions, known_browsers: browsers, password_resets: links } = before
    const { proof_codes: proofs = 0, number_codes: numbers = 0 } = before
    expect(reply).toMatchObject({
      devices: sessions,
      browsers,
      links,
      codes: proofs + numbers,
      signIns: 1,
      providers: [{ provider: 'x' }],
    })
  },
)
