// Walks every column of every table: after an erasure, the student's id is left only where this file allows it. A new table
// that references students fails here until a row of it is created below and its feature says how it is erased.
import { sendNumberCode } from '@baobab/contract/profile/endpoints.ts'
import { startBulkRun } from '@baobab/contract/bulk/endpoints.ts'
import { adjustPoints } from '@baobab/contract/leaderboard/admin.ts'
import { forgotPassword } from '@baobab/contract/accounts/endpoints.ts'
import { sendMessage } from '@baobab/contract/contact/endpoints.ts'
import { myLeague } from '@baobab/contract/leagues/endpoints.ts'
import { mailProofCode } from '@baobab/contract/accounts/identity-providers.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import { correctStudent } from '@baobab/contract/students/corrections.ts'
import { addStaffNote, markBounced, resendVerification, studentDetails } from '@baobab/contract/students/endpoints.ts'
import { writeToGuardian } from '@baobab/contract/students/guardian.ts'
import { issueCertificate } from '@baobab/contract/awards/endpoints.ts'
import { addBookmark, watchVideo } from '@baobab/contract/videos/endpoints.ts'
import { randomUUID } from 'node:crypto'
import { eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import {
  makeAdmin,
  makePayment,
  makeQuiz,
  makeSeries,
  makeStudent,
  PASSWORD,
  type MadeQuiz,
  type MadeStudent,
} from '../../test/factories.ts'
import { makeBirthProposal, makeEmailChange, makeGuardianChange } from '../../test/corrections.ts'
import { makeClaim as makeListClaim, makeDueDraw } from '../../test/draws.ts'
import { makeAppeal } from '../../test/fair-play.ts'
import { friendCalls } from '../../test/friends.ts'
import { openTestApp } from '../../test/harness.ts'
import { notificationCalls } from '../../test/notifications.ts'
import { reportCalls } from '../../test/report-questions.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { providerIdentities } from '../accounts/identity-providers/tables.ts'
import { students } from '../accounts/tables.ts'
import { features } from '../features.ts'
import { fairPlayFlags } from '../fair-play/tables.ts'
import { challengeTurns, friendChallenges } from '../friends/tables.ts'
import { notificationMails, notificationRecipients } from '../notifications/tables.ts'
import { prizeClaimVersions } from '../scholarship/prize-tables.ts'
import { entrantProposals, prizeClaims } from '../scholarship/tables.ts'
import { practiceAnswers, streakPauses } from '../quiz/streak-tables.ts'
import * as auditTables from '../platform/audit/tables.ts'
import * as platformTables from '../platform/database/tables.ts'
import { inactivityMailJobs } from './inactive-accounts.ts'
import { plays } from '../videos/tables.ts'
import { inactivityMails } from './tables.ts'

const described = features
  .flatMap(({ tables = [] }) => tables)
  .flatMap(({ table, personalData }) =>
    personalData === 'of no student' || !('studentId' in table)
      ? []
      : [{ ...personalData, column: `public.${getTableName(table)}.student_id` }],
  )

/**
 * Where an erased student's id stays, with the reason. There it leads to a row without personal data, and nothing else
 * identifies the student.
 */
const allowed: Readonly<Record<string, string>> = {
  'public.students.id': 'the row without personal data',
  'public.students.username_key': 'a unique value in place of the name',
  'public.students.email_key': 'a unique value in place of the address',
  'public.fair_play_flags.other_student_id': 'flags of others must still lead to a deleted account',
  'public.erasures.id': 'a restore has to erase it again',
  'public.audit_lines.subject': 'the audit log cannot be changed',
  'public.audit_lines.details': 'the audit log cannot be changed',
  'public.rate_limits.key': 'counts of calls and pictures are deleted after a day',
  'pgboss.job_common.data': 'jobs that are done are deleted after a week, and contain ids only',
  ...Object.fromEntries(
    described.flatMap(({ column, erase }) => (erase !== 'delete' && 'keeps' in erase ? [[column, erase.keeps]] : [])),
  ),
}

/** The name under which the data export contains the rows of each column that references students. */
const copied = Object.fromEntries(described.flatMap(({ column, copy }) => ('as' in copy ? [[column, copy.as]] : [])))
/** Columns whose rows are not in the export, with the reason. */
const notCopied: Readonly<Record<string, string>> = {
  'public.fair_play_flags.other_student_id': 'what was noticed of another student',
  'public.students.merged_into_id': 'the accounts that were merged are in the copy as accounts',
  ...Object.fromEntries(described.flatMap(({ column, copy }) => ('without' in copy ? [[column, copy.without]] : []))),
}

const t = await openTestApp()

/** Lists the columns of all tables, including the job system's. */
async function listColumns(): Promise<{ name: string; table: string; column: string }[]> {
  const { rows } = await t.app.db.execute<{ name: string; table: string; column: string }>(sql`
    select format('%s.%s.%s', table_schema, table_name, column_name) as name,
      format('%I.%I', table_schema, table_name) as table, format('%I', column_name) as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
    -- The job table is partitioned, so its rows are found in its partitions.
      and not exists (select from pg_partitioned_table where partrelid = format('%I.%I', table_schema, table_name)::regclass)`)
  return rows
}

/** Finds the columns that contain a text, whatever their type. */
async function findColumnsWith(value: string): Promise<string[]> {
  const found: string[] = []
  for (const { name, table, column } of await listColumns()) {
    const { rows } = await t.app.db.execute(
      sql`select from ${sql.raw(table)} where position(${value} in ${sql.raw(column)}::text) > 0 limit 1`,
    )
    if (rows.length > 0) found.push(name)
  }
  return found.toSorted()
}

/** Lists the columns that reference students, by a foreign key or by their name. */
async function listReferences(): Promise<string[]> {
  const { rows } = await t.app.db.execute<{ name: string }>(sql`
    select format('public.%s.%s', conrelid::regclass, attname) as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid = 'students'::regclass
    union select format('public.%s.%s', table_name, column_name) from information_schema.columns
    where table_schema = 'public' and column_name ~ '(student|merged_into)_id$'`)
  return rows.map(({ name }) => name)
}

/** Enters a winner's claim. */
async function makeClaim({ id: drawId }: { id: string }, { id: studentId }: MadeStudent): Promise<void> {
  const guardian = { guardianName: 'Bisi Obi', guardianPhone: '+2348012345678', guardianEmail: '' }
  const claimedAt = t.app.clock.now()
  const values = { drawId, attempt: 0, studentId, ...guardian, publicName: '' }
  await t.app.db.insert(prizeClaims).values({ ...values, claimedAt })
  await t.app.db.insert(prizeClaimVersions).values({ ...values, at: claimedAt })
}

/** Makes a friend, and starts a challenge. */
async function leaveFriends(student: MadeStudent, other: MadeStudent, { video }: MadeQuiz): Promise<void> {
  const friends = friendCalls((token) => t.as(token))
  await friends.makeCode(student)
  const friendshipId = await friends.befriend(student, other)
  const challenge = { friendshipId, madeBy: 'low', videoId: video.id, ageCategory: '11-20' } as const
  const [createdAt, expiresAt] = [t.app.clock.now(), t.app.clock.now()]
  const [made] = await t.app.db
    .insert(friendChallenges)
    .values({ ...challenge, questions: [], createdAt, expiresAt })
    .returning()
  const turn = { studentId: student.id, startedAt: createdAt, seconds: 120, deadline: createdAt }
  await t.app.db.insert(challengeTurns).values({ ...turn, challengeId: made?.id ?? '' })
}

/** Creates a row in every table that references students. */
async function leaveTraces(student: MadeStudent): Promise<void> {
  const admin = await makeAdmin(t)
  const [asStudent, asAdmin] = [t.as(student.token), t.as(admin.token)]
  const notifications = notificationCalls(t, () => admin.token)
  const [quiz, params, now] = [await makeQuiz(t, { count: 1 }), { username: student.username }, t.app.clock.now()]
  await asStudent(watchVideo, { params: { id: quiz.video.id } })
  await asStudent(addBookmark, { params: { id: quiz.video.id } })
  const { answer, finish, review } = quizCalls((token) => t.as(token))
  await answer(student, quiz, 0, 'right')
  await finish(student, quiz)
  await review(student, quiz)
  await asStudent(sendNumberCode, { body: { number: '08031112233', password: PASSWORD } })
  // Joins the league of the week.
  await asStudent(myLeague, {})
  await t.app.db.insert(plays).values({ studentId: student.id, videoId: quiz.video.id, startedAt: now, playedAt: now })
  await asStudent(issueCertificate, { params: { seriesId: await makeSeries(t, { members: [quiz.video] }) } })
  const reports = reportCalls(
    (token) => t.as(token),
    () => admin.token,
  )
  await reports.report(student, quiz)
  await makeAppeal(t, student, admin)
  const proposal = { studentId: student.id, change: 'released' as const, proposedBy: admin.id, at: now }
  await t.app.db.insert(entrantProposals).values(proposal)
  const targets = { ids: [student.id] }
  await asAdmin(startBulkRun, { body: { action: 'students.extra-time', options: { factor: 2 }, targets } })
  const flag = { kind: 'same-address' as const, facts: {}, at: now }
  const other = await makeStudent(t)
  await t.app.db.insert(fairPlayFlags).values([
    { ...flag, studentId: student.id, otherStudentId: other.id },
    { ...flag, studentId: other.id, otherStudentId: student.id },
  ])
  await makePayment(t, { studentId: student.id, kinds: ['succeeded'] })
  await makeClaim(await makeDueDraw(t, [student.id]), student)
  await makeListClaim(t, await makeDueDraw(t, [other.id]), student)
  await notifications.send(student.username)
  // A notification that stays when the student is erased.
  const { notification } = await notifications.sendToAll()
  await notifications.read(student, notification._id)
  const mailed = { notificationId: notification._id, studentId: student.id, at: now }
  await t.app.db.insert(notificationMails).values(mailed)
  await t.app.db.insert(notificationRecipients).values({ notificationId: notification._id, studentId: student.id })
  const pause = { firstDay: '2026-11-02', lastDay: '2026-11-06', setBy: 'guardian' } as const
  await t.app.db.insert(streakPauses).values({ ...pause, studentId: student.id, createdAt: now })
  const practised = { day: '2026-11-02', ageCategory: '11-20', isCorrect: true, videoId: quiz.video.id } as const
  const questionId = quiz.questions[0]?.id ?? ''
  await t.app.db.insert(practiceAnswers).values({ ...practised, questionId, studentId: student.id, answeredAt: now })
  const adjustment = { key: randomUUID(), ageCategory: '11-20', amount: 10, reason: 'A question was wrong.' } as const
  await asAdmin(adjustPoints, { params, body: adjustment })
  await asAdmin(addStaffNote, { params, body: { text: 'Her mother called.' } })
  await makeBirthProposal(t, { student, admin })
  await makeEmailChange(t, { student, admin })
  await makeGuardianChange(t, { student, admin })
  await asAdmin(correctStudent, { params, body: { gender: 'male', seen: { gender: 'female' }, reason: 'A mistake.' } })
  await asAdmin(writeToGuardian, { params, body: { subject: 'Hello', text: 'Is this right?' } })
  await leaveFriends(student, other, quiz)
  const merged = eq(students.id, (await makeStudent(t)).id)
  await t.app.db.update(students).set({ mergedIntoId: student.id, erasedAt: now }).where(merged)
  await t.app.db.insert(inactivityMails).values({ studentId: student.id, kind: 'first', queuedAt: now })
  await t.app.jobs.send(t.app.db, inactivityMailJobs, { studentId: student.id, kind: 'first' })
  const body = { firstName: 'Ada', lastName: 'Obi', email: student.email, message: 'Please help me.' }
  await t.as()(sendMessage, { body })
  await t.as()(forgotPassword, { body: { email: student.email } })
  await asStudent(mailProofCode, {})
  const identity = { provider: 'pinterest', subject: student.username, studentId: student.id } as const
  await t.app.db.insert(providerIdentities).values({ ...identity, connectedAt: now })
  await asAdmin(studentDetails, { params })
  await asAdmin(markBounced, { params })
  await asAdmin(resendVerification, { params })
}

/** Expects the data export to contain every row that references a student, including those of accounts merged into it. */
async function expectWholeCopy({ id, token }: MadeStudent): Promise<void> {
  const { tables } = await t.as(token)(exportData, {})
  expect([...Object.keys(copied), ...Object.keys(notCopied)].toSorted()).toEqual((await listReferences()).toSorted())
  const counts: Record<string, number> = {}
  for (const [reference, name] of Object.entries(copied)) {
    const [, table = '', column = ''] = reference.split('.')
    const { rows } = await t.app.db.execute(
      sql`select from ${sql.identifier(table)} join students on students.id = ${sql.identifier(table)}.${sql.identifier(column)}
        where students.id = ${id} or merged_into_id = ${id}`,
    )
    expect(rows.length, `a row of ${reference}`).toBeGreaterThan(0)
    counts[name] = rows.length
  }
  const ofCopy = Object.entries(tables).map(([name, rows]): [string, number] => [name, rows.length])
  expect(Object.fromEntries(ofCopy.filter(([name]) => name in counts))).toEqual(counts)
}

it('C-04 C-05 leaves an erased student’s id only where this file allows it', async () => {
  const student = await makeStudent(t)
  await leaveTraces(student)
  await t.app.rateLimits.countPictureUpload(student.id)
  const before = await findColumnsWith(student.id)
  expect(before).toEqual(expect.arrayContaining(await listReferences()))
  expect(before.length).toBeGreaterThan(Object.keys(allowed).length)
  await expectWholeCopy(student)
  await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
  expect(await findColumnsWith(student.id)).toEqual(Object.keys(allowed).toSorted())
})

it('every table belongs to the platform, or to a feature that says how a student is erased from it', async () => {
  const ofPlatform = Object.values({ ...platformTables, ...auditTables }).flatMap((one) =>
    is(one, PgTable) ? [one] : [],
  )
  const known = [...features.flatMap(({ tables = [] }) => tables.map(({ table }) => table)), ...ofPlatform]
  const { rows } = await t.app.db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  expect(known.map((table) => getTableName(table)).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

// A mistake in how a feature describes its tables would publish a secret, or keep what must be erased, so some of it is
// repeated here.
const stored = features
  .flatMap(({ tables = [] }) => tables)
  .flatMap(({ table, personalData }) =>
    personalData === 'of no student' ? [] : [{ table, name: getTableName(table), ...personalData }],
  )

/** Names of columns that contain a secret or somebody else's id. */
const secret = /Hash$|Key$|^admin|By$|^other|^assigned|^(endpoint|p256dh|auth|accessCode|authorizationUrl|payerEmail)$/
/** They say whether it was the student, a parent, a guardian or an admin, but not who that person was. */
const harmless = ['payments.openedBy', 'streak_pauses.setBy']

it('the data export withholds every column that may contain a secret or someone else’s id', () => {
  const copied = stored.flatMap(({ table, name, copy }) =>
    'as' in copy && !copy.read
      ? Object.keys(getTableColumns(table))
          .filter((column) => secret.test(column) && !copy.withheld?.includes(column))
          .map((column) => `${name}.${column}`)
      : [],
  )
  expect(copied.toSorted()).toEqual(harmless)
})

it('only these tables keep student ids after an erasure', () => {
  const keeping = stored.filter(
    ({ table, erase }) => 'studentId' in table && typeof erase === 'object' && 'keeps' in erase,
  )
  expect(keeping.map(({ name }) => name).toSorted()).toEqual([
    'answers',
    'attempt_origins',
    'attempt_reviews',
    'attempts',
    'fair_play_decisions',
    'fair_play_flags',
    'payments',
    'points_adjustments',
    'standing_changes',
    'standings',
  ])
})

it('only these student tables are not in the data export', () => {
  const without = stored.filter(({ table, copy }) => 'studentId' in table && 'without' in copy)
  expect(without.map(({ name }) => name).toSorted()).toEqual([
    'birth_proposals',
    'email_codes',
    'entrant_proposals',
    'proof_codes',
    'sign_in_names',
  ])
})
