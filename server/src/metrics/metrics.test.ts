// Tests daily metrics, with events close to midnight, and how the metrics of past days are stored.
import { ageCategoryAt, lagosDate, type AdminRole } from '@baobab/contract/accounts/rules.ts'
import { metrics, overview, popular } from '@baobab/contract/metrics/endpoints.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { listStudents } from '@baobab/contract/students/endpoints.ts'
import { addDays, startOfLagosDay } from '@baobab/contract/kernel/days.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { students } from '../accounts/tables.ts'
import { notificationMails, notifications } from '../notifications/tables.ts'
import { recordEvents } from '../payments/record-events.ts'
import { attempts } from '../quiz/tables.ts'
import { videos, watches } from '../videos/tables.ts'
import { startTestApp, openTestApp } from '../../test/harness.ts'
import {
  makeAdmin,
  makeAnotherAdmin,
  makePaidStudent,
  makePayment,
  makeStudent,
  makeVideo,
  PASSWORD,
  unique,
  type MadeAdmin,
  type MadeStudent,
} from '../../test/factories.ts'
import { countMetrics } from './count-metrics.ts'
import { rollUpAllDays, rollUpDays } from './roll-up-days.ts'
import { dailyMetrics, dailyVideoMetrics } from './tables.ts'

let admin: MadeAdmin
let videoIds: string[]
const t = await openTestApp()
beforeAll(async () => {
  t.app.clock.set(at('2026-06-15 12:00'))
  admin = await makeAdmin(t)
  videoIds = [(await makeVideo(t)).id, (await makeVideo(t)).id, (await makeVideo(t)).id]
})
beforeEach(async () => {
  t.app.clock.set(at('2026-06-15 12:00'))
  // Triggers refuse to delete answers and ledger rows, so they are briefly disabled.
  await t.owner.query(`set session_replication_role = replica;
    truncate attempts, answers, payment_events, refund_notes, payments, fair_play_decisions, standings cascade;
    set session_replication_role = default; truncate daily_figures, daily_video_figures; delete from students`)
})

/** Returns the instant of a local time in Lagos. */
function at(time: string): Date {
  return new Date(`${time.replace(' ', 'T')}+01:00`)
}

/** Creates a student whose email was verified at a given time, by default long before anything a test counts. */
async function studentOf({ birth = '2012-05-01', verified = '2026-03-01 09:00' } = {}): Promise<string> {
  const name = unique('f')
  const time = at(verified)
  const [row] = await t.app.db
    .insert(students)
    .values({
      username: name,
      usernameKey: name,
      email: `${name}@school.example`,
      emailKey: `${name}@school.example`,
      number: '',
      passwordHash: '',
      address: '',
      birth,
      gender: 'female',
      verifiedAt: time,
      createdAt: time,
    })
    .returning({ id: students.id })
  return row?.id ?? ''
}

async function watch(studentId: string, time: string, video = 0): Promise<void> {
  const moment = at(time)
  const videoId = videoIds[video] ?? ''
  await t.app.db.insert(watches).values({ studentId, videoId, seenAt: moment, watchedAt: moment })
}

/** Creates an attempt of one minute, unless an end time is given; null means not locked yet. */
async function attempt(
  studentId: string,
  started: string,
  { ended, video = 0, reset }: { ended?: string | null; video?: number; reset?: string } = {},
): Promise<void> {
  const startedAt = at(started)
  const lockedAt = ended === undefined ? new Date(startedAt.getTime() + 60_000) : ended === null ? null : at(ended)
  await t.app.db.insert(attempts).values({
    studentId,
    videoId: videoIds[video] ?? '',
    ageCategory: '11-20',
    videoTitle: '',
    questionSnapshot: [],
    questionCount: 1,
    startedAt,
    deadline: new Date(startedAt.getTime() + 120_000),
    lockedAt,
    resetAt: reset ? at(reset) : null,
  })
}

const read = (from: string, to = from) => t.as(admin.token)(metrics, { query: { from, to } })
const none = { '5-10': 0, '11-20': 0, none: 0 }
const teens = (count: number) => ({ ...none, '11-20': count })
const unpaid = { payments: none, 'paid-kobo': none }

/** Creates a payment confirmed at a given time, whenever the provider received it. */
async function pay(studentId: string, time: string): Promise<void> {
  const now = t.app.clock.now()
  t.app.clock.set(at(time))
  await makePayment(t, { studentId, kinds: ['succeeded'] })
  t.app.clock.set(now)
}

async function dayOf(day: string) {
  const { days } = await read(day)
  return days[0]
}

describe('a day', () => {
  it('starts and ends at midnight in Lagos', async () => {
    await studentOf({ verified: '2026-06-09 23:59:59.999' })
    const first = await studentOf({ verified: '2026-06-10 00:00' })
    const last = await studentOf({ verified: '2026-06-10 23:59:59.999' })
    await watch(first, '2026-06-10 00:00')
    await watch(last, '2026-06-11 00:00')
    await attempt(last, '2026-06-10 23:59:30', { ended: '2026-06-11 00:00:10' })
    await attempt(first, '2026-06-10 23:58:00', { ended: '2026-06-10 23:59:59.999' })
    expect((await read('2026-06-09', '2026-06-11')).days).toEqual([
      { ...unpaid, day: '2026-06-09', registrations: teens(1), active: none, watched: none, quizzes: none },
      { ...unpaid, day: '2026-06-10', registrations: teens(2), active: teens(2), watched: teens(1), quizzes: teens(1) },
      { ...unpaid, day: '2026-06-11', registrations: none, active: teens(1), watched: teens(1), quizzes: teens(1) },
    ])
  })

  it('counts a student who watches and answers all day once, and excludes those who left a video unfinished', async () => {
    const [busy, idle] = [await studentOf(), await studentOf()]
    await watch(busy, '2026-06-10 08:00', 0)
    await watch(busy, '2026-06-10 09:00', 1)
    await attempt(busy, '2026-06-10 10:00')
    await t.app.db
      .insert(watches)
      .values({ studentId: idle, videoId: videoIds[0] ?? '', seenAt: at('2026-06-10 10:00') })
    expect(await dayOf('2026-06-10')).toMatchObject({ active: teens(1), watched: teens(2), quizzes: teens(1) })
  })

  it('counts payments and their amounts on the day they were confirmed, even if refunded later', async () => {
    const [teen, child] = [await studentOf(), await studentOf({ birth: '2018-01-01' })]
    await pay(teen, '2026-06-09 23:59:50')
    await pay(child, '2026-06-10 00:00')
    const { id } = await makePayment(t, { studentId: await studentOf(), kinds: ['pending'] })
    t.app.clock.set(at('2026-06-10 20:00'))
    const succeeded = { kind: 'succeeded', amountKobo: 100_000 } as const
    await recordEvents(t.app, {
      paymentId: id,
      source: 'webhook',
      events: [succeeded],
      facts: { paidAt: at('2026-06-08 10:00'), channel: null },
    })
    t.app.clock.set(at('2026-06-15 12:00'))
    await recordEvents(t.app, { paymentId: id, source: 'webhook', events: [{ kind: 'refunded' }] })
    const { days, totals } = await read('2026-06-08', '2026-06-10')
    expect(days.map(({ payments, 'paid-kobo': kobo }) => ({ payments, kobo }))).toEqual([
      { payments: none, kobo: none },
      { payments: teens(1), kobo: teens(100_000) },
      { payments: { ...teens(1), '5-10': 1 }, kobo: { ...teens(100_000), '5-10': 100_000 } },
    ])
    expect(totals).toMatchObject({ payments: 3, 'paid-kobo': 300_000 })
  })

  it('counts each student in their age category on that day', async () => {
    const child = await studentOf({ birth: '2015-06-11' })
    const grown = await studentOf({ birth: '2005-06-11' })
    const small = await studentOf({ birth: '2021-06-11' })
    for (const [id, video] of [child, grown, small].map((student) => [student, 0] as const)) {
      await watch(id, '2026-06-10 23:59:59', video)
      await watch(id, '2026-06-11 00:00', video + 1)
    }
    const { days } = await read('2026-06-10', '2026-06-11')
    expect(days.map(({ watched }) => watched)).toEqual([
      { '5-10': 1, '11-20': 1, none: 1 },
      { '5-10': 1, '11-20': 1, none: 1 },
    ])
    const of = async (birth: string, day: string) => {
      await studentOf({ birth, verified: `${day} 12:00` })
      const counted = (await countMetrics(t.app, { from: day, to: day })).find(
        ({ metric }) => metric === 'registrations',
      )
      await t.owner.query('delete from students')
      return counted?.category
    }
    const births = ['2015-06-10', '2015-06-11', '2015-06-12', '2005-06-11', '2021-06-11', '2021-06-12', '2012-02-29']
    const days2 = ['2026-06-10', '2026-06-11', '2023-02-28', '2023-03-01', '2024-02-28', '2024-02-29', '2017-02-28']
    for (const birth of births)
      for (const day of days2)
        expect([birth, day, await of(birth, day)]).toEqual([
          birth,
          day,
          ageCategoryAt(birth, at(`${day} 12:00`)) ?? 'none',
        ])
  })

  it('counts an expired attempt that is not locked yet, but none that was reset that day', async () => {
    const id = await studentOf()
    await attempt(id, '2026-06-10 23:00', { ended: null })
    await attempt(id, '2026-06-10 12:00', { video: 1, reset: '2026-06-10 20:00' })
    await attempt(id, '2026-06-10 13:00', { video: 2, reset: '2026-06-11 08:00' })
    expect(await dayOf('2026-06-10')).toMatchObject({ active: teens(1), quizzes: teens(2) })
  })

  it('that is not over is counted again on each request', async () => {
    const id = await studentOf()
    expect(await dayOf('2026-06-15')).toMatchObject({ watched: none })
    await watch(id, '2026-06-15 11:59')
    await attempt(id, '2026-06-15 11:59', { ended: null })
    expect(await dayOf('2026-06-15')).toMatchObject({ watched: teens(1), active: teens(1), quizzes: none })
    t.app.clock.set(at('2026-06-15 12:02'))
    expect(await dayOf('2026-06-15')).toMatchObject({ quizzes: teens(1) })
    expect(await t.app.db.select().from(dailyMetrics).where(eq(dailyMetrics.day, '2026-06-15'))).toEqual([])
  })

  it('is stored no earlier than five minutes after its end, when the last answer has arrived', async () => {
    const id = await studentOf()
    t.app.clock.set(at('2026-06-15 00:04'))
    await rollUpAllDays(t.app)
    await watch(id, '2026-06-14 23:59:59')
    expect(await dayOf('2026-06-14')).toMatchObject({ watched: teens(1) })
    t.app.clock.set(at('2026-06-15 00:05'))
    await rollUpAllDays(t.app)
    const { metric, day } = dailyMetrics
    expect(
      await t.app.db
        .select()
        .from(dailyMetrics)
        .where(sql`${metric} = 'watched' and ${day} = '2026-06-14'`),
    ).toContainEqual({ day: '2026-06-14', metric: 'watched', ageCategory: '11-20', value: 1 })
  })
})

describe('rolling up days', () => {
  async function everything() {
    const days = await t.app.db
      .select()
      .from(dailyMetrics)
      .orderBy(dailyMetrics.day, dailyMetrics.metric, dailyMetrics.ageCategory)
    const { day, metric, videoId } = dailyVideoMetrics
    return { days, videos: await t.app.db.select().from(dailyVideoMetrics).orderBy(day, metric, videoId) }
  }

  async function aBusySpring(): Promise<void> {
    const ids = [await studentOf({ verified: '2026-03-01 09:00' }), await studentOf({ birth: '2018-01-01' })]
    for (const [which, id] of ids.entries())
      for (const video of [0, 1, 2]) {
        await watch(id, `2026-0${4 + which}-0${video + 1} 10:00`, video)
        await attempt(id, `2026-0${4 + which}-0${video + 1} 10:10`, { video })
      }
  }

  it('changes nothing when repeated, even with late rows or after accounts are erased', async () => {
    await aBusySpring()
    await rollUpAllDays(t.app)
    const first = await everything()
    expect(first.days).toHaveLength(106 * 18)
    expect(first.videos).toHaveLength(12)
    await t.owner.query('delete from watches')
    await rollUpAllDays(t.app)
    expect(await everything()).toEqual(first)
  })

  it('gives the same counts when several servers do it at the same time', async () => {
    await aBusySpring()
    await rollUpAllDays(t.app)
    const alone = await everything()
    await t.owner.query('truncate daily_figures, daily_video_figures')
    const other = await startTestApp({}, t)
    other.app.clock.set(at('2026-06-15 12:00'))
    await Promise.all([
      ...[t, other, t, other].map(({ app }) => rollUpAllDays(app)),
      rollUpDays(t.app, { from: '2026-04-01', to: '2026-05-30' }),
      read('2026-05-01', '2026-06-15'),
    ])
    await other.close()
    expect(await everything()).toEqual(alone)
  })

  it('adds payments to days that were stored without them, and leaves the rest', async () => {
    await aBusySpring()
    await pay(await studentOf(), '2026-05-01 12:00')
    await rollUpAllDays(t.app)
    const whole = await everything()
    await t.owner.query(`delete from daily_figures where figure in ('payments', 'paid-kobo')`)
    await t.owner.query('delete from watches')
    await rollUpAllDays(t.app)
    expect(await everything()).toEqual(whole)
    expect(await dayOf('2026-05-01')).toMatchObject({ payments: teens(1), 'paid-kobo': teens(100_000) })
  })

  it('counts only the missing days of a requested period', async () => {
    await aBusySpring()
    await rollUpDays(t.app, { from: '2026-04-02', to: '2026-04-02' })
    await t.app.db.update(dailyMetrics).set({ value: 70 }).where(eq(dailyMetrics.metric, 'watched'))
    const { days } = await read('2026-04-01', '2026-04-03')
    expect(days.map(({ watched }) => watched)).toEqual([teens(1), { '5-10': 70, '11-20': 70, none: 70 }, teens(1)])
  })

  it('stores no days before the first student, and no future days', async () => {
    expect(await read('1990-01-01', '1990-12-31')).toMatchObject({ before: null })
    await studentOf({ verified: '2026-06-13 09:00' })
    await read('2026-01-01', '2026-12-31')
    const kept = await t.app.db.selectDistinct({ day: dailyMetrics.day }).from(dailyMetrics).orderBy(dailyMetrics.day)
    expect(kept.map(({ day }) => day)).toEqual(['2026-06-13', '2026-06-14'])
  })
})

describe('a period', () => {
  it('has its totals and the totals of the previous period', async () => {
    const id = await studentOf({ verified: '2026-06-01 10:00' })
    await watch(id, '2026-06-04 10:00', 0)
    await watch(id, '2026-06-07 10:00', 1)
    await watch(id, '2026-06-08 10:00', 2)
    const reply = await read('2026-06-07', '2026-06-12')
    expect(reply.days).toHaveLength(6)
    expect(reply).toMatchObject({
      totals: { registrations: 0, active: 2, watched: 2, quizzes: 0 },
      before: { registrations: 1, active: 1, watched: 1, quizzes: 0 },
    })
    expect(await read('2026-06-05', '2026-06-10')).toMatchObject({ before: null })
  })

  it('has at most 366 real days, in order', async () => {
    const refuse = (from: string, to: string, message: string) =>
      expect(read(from, to)).rejects.toMatchObject({ status: 400, errors: [expect.objectContaining({ message })] })
    await refuse('2026-06-02', '2026-06-01', 'The last day cannot be before the first')
    await refuse('2025-01-01', '2026-01-02', 'At most 366 days can be shown at once')
    await refuse('2026-02-30', '2026-03-01', 'Invalid date format')
    expect((await read('2025-01-01', '2026-01-01')).days).toHaveLength(366)
  })

  it('of thirty days has the most watched videos and most taken quizzes, including today', async () => {
    const ids = [await studentOf(), await studentOf(), await studentOf()]
    const [first = '', second = '', third = ''] = ids
    await watch(first, '2026-06-10 10:00', 2)
    await watch(second, '2026-06-15 10:00', 2)
    await watch(first, '2026-06-10 10:00', 1)
    await watch(third, '2026-05-10 10:00', 0)
    await watch(second, '2026-05-10 10:00', 0)
    await attempt(first, '2026-06-10 11:00', { video: 1 })
    await addQuestions()
    const reply = await t.as(admin.token)(popular, {})
    expect(reply.videos).toMatchObject([
      { _id: videoIds[2], watched: 2, title: expect.any(String) },
      { _id: videoIds[1], watched: 1 },
    ])
    expect(reply.quizzes).toMatchObject([
      { _id: videoIds[1], attempts: 1, questions: 2 },
      { _id: videoIds[0], attempts: 0, questions: 1 },
    ])
  })

  /** Adds one question to the first video, two to the second and none to the third. */
  async function addQuestions(): Promise<void> {
    for (const [video, category] of [
      [0, '11-20'],
      [1, '11-20'],
      [1, '5-10'],
    ] as const)
      await t.owner.query(
        `insert into questions (video_id, age_category, question, question_key, options, correct_answer, position, created_at)
         values ($1, $2, 'Who?', 'who?', '["a","b","c","d"]', 'a', 0, now())`,
        [videoIds[video], category],
      )
  }
})

describe('the overview', () => {
  const read = (who: MadeAdmin) => t.as(who.token)(overview, {})

  it('has the current numbers', async () => {
    t.app.clock.advance(3_600_000)
    await makePaidStudent(t)
    await makeStudent(t)
    const reply = await read(admin)
    expect(reply).toMatchObject({ students: { all: 2, paid: 1 }, videos: { ready: 3, processing: 0 }, attention: [] })
    expect(reply.storage.freeBytes).toBeGreaterThan(0)
  })

  it('shows what needs attention, and each role sees only what it may open', async () => {
    t.app.clock.advance(3_600_000)
    const { id: studentId } = await makePaidStudent(t)
    await makePayment(t, { studentId, kinds: ['succeeded'] })
    const failed = await makeVideo(t)
    await t.app.db.update(videos).set({ state: 'failed' }).where(eq(videos.id, failed.id))
    await t.owner.query(`
      insert into contact_messages (first_name, last_name, email, message, created_at, read_at, closed_at)
      values ('A', 'B', 'c@d.example', 'Hello', now(), now(), null), ('A', 'B', 'c@d.example', 'Hello', now(), now(), now())`)
    await t.owner.query(
      `insert into pgboss.job (name, data, state, completed_on) values
       ('account-mails', '{}', 'failed', now()), ('account-mails', '{}', 'failed', now() - interval '9 days'),
       ('contact-answers', '{}', 'retry', null), ('daily-figures', '{}', 'failed', now()),
       ('make-export', '{}', 'failed', now())`,
    )
    const { attention } = await read(admin)
    expect(attention).toEqual([
      { kind: 'payments', count: 1 },
      { kind: 'messages', count: 1 },
      { kind: 'videos', count: 1 },
      { kind: 'mails', count: 1, queue: 'account-mails' },
      { kind: 'jobs', count: 2 },
    ])
    const kindsOf = async (role: AdminRole) =>
      (await read(await makeAnotherAdmin(t, admin, role))).attention.map(({ kind }) => kind)
    expect(await kindsOf('auditor')).toEqual(['payments', 'messages', 'videos', 'mails', 'jobs'])
    expect(await kindsOf('finance')).toEqual(['payments'])
    expect(await kindsOf('support')).toEqual(['messages'])
    expect(await kindsOf('content')).toEqual(['videos'])
    await t.app.db.update(videos).set({ deletedAt: t.app.clock.now() }).where(eq(videos.id, failed.id))
    expect(await kindsOf('content')).toEqual([])
  })

  it('counts a week’s failed notification emails, except to students whose email bounces', async () => {
    const now = t.app.clock.now()
    const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
    const [fine, bouncing] = [await makeStudent(t), await makeStudent(t)]
    await t.app.db.update(students).set({ emailBouncedAt: now }).where(eq(students.id, bouncing.id))
    const sent = { audience: 'all', title: 'News', description: 'A video.', type: 'quiz', method: 'in-app' } as const
    const rows = Array.from({ length: 2 }, () => ({ ...sent, createdAt: now, publishAt: now, publishedAt: now }))
    const [recent, old] = await t.app.db.insert(notifications).values(rows).returning()
    const fail = (student: MadeStudent, notification: typeof recent, failedAt: Date | null) => ({
      notificationId: notification?.id ?? '',
      studentId: student.id,
      at: now,
      failedAt,
    })
    await t.app.db
      .insert(notificationMails)
      .values([fail(fine, recent, daysAgo(1)), fail(fine, old, daysAgo(8)), fail(bouncing, recent, daysAgo(1))])
    const support = await makeAnotherAdmin(t, admin, 'support')
    const counted = async () =>
      (await read(support)).attention.find(({ kind }) => kind === 'notification-mails')?.count ?? 0
    expect(await counted()).toBe(1)
    await t.app.db.update(notificationMails).set({ failedAt: null })
    expect(await counted()).toBe(0)
  })

  it.each(['failed-notice-mails', 'notice-tests'])('counts the failed jobs of %s as emails', async (queue) => {
    await t.owner.query(`delete from pgboss.job where state = 'failed'`)
    const job = `insert into pgboss.job (name, data, state, completed_on) values ($1, '{}', 'failed', now())`
    await t.owner.query(job, [queue])
    const { attention } = await read(admin)
    expect(attention.filter(({ kind }) => kind === 'mails' || kind === 'jobs')).toEqual([
      { kind: 'mails', count: 1, queue },
    ])
  })

  it('counts students on hold as their category’s list shows them, and separately those who appealed', async () => {
    const support = await makeAnotherAdmin(t, admin, 'support')
    const [held, appealing] = [await makeStudent(t), await makeStudent(t)]
    for (const { id } of [held, appealing]) {
      await t.owner.query(
        `insert into standings (student_id, age_category, score, reached_at, leaves_on)
         values ($1, '11-20', 10, now(), '2030-01-01')`,
        [id],
      )
      await t.app.db.update(students).set({ heldAt: t.app.clock.now() }).where(eq(students.id, id))
    }
    await t.owner.query(
      `with decision as (
         insert into fair_play_decisions (student_id, admin_id, kind, reason, flags_up_to, at)
         values ($1, $2, 'held', 'too-fast', 0, now()) returning seq)
       insert into fair_play_appeals (decision_seq, student_id, text, made_at, due_at)
       select seq, $1, 'I read fast.', now(), now() from decision`,
      [appealing.id, support.id],
    )
    expect((await read(support)).attention.filter(({ kind }) => kind === 'appeals' || kind === 'holds')).toEqual([
      { kind: 'appeals', count: 1, ageCategory: '11-20' },
      { kind: 'holds', count: 1, ageCategory: '11-20' },
    ])
  })

  it('counts the same students as their list, and nobody whose account was deleted', async () => {
    const [gone, disqualified] = [await makePaidStudent(t), await makePaidStudent(t)]
    await t.app.db.update(students).set({ disqualifiedAt: new Date() }).where(eq(students.id, disqualified.id))
    await t.as(gone.token)(eraseAccount, { body: { password: PASSWORD } })
    const call = t.as(admin.token)
    const { students: counts } = await call(overview, {})
    const count = async (query: { paid?: 'yes'; filter?: 'name-a-z' }) =>
      (await call(listStudents, { query })).total?.count
    expect({ all: await count({}), paid: await count({ paid: 'yes' }) }).toEqual(counts)
    expect(await count({ filter: 'name-a-z' })).toBe(counts.all)
  })
})

it('days begin at midnight in Lagos', () => {
  expect(startOfLagosDay('2026-06-10').toISOString()).toBe('2026-06-09T23:00:00.000Z')
  expect(lagosDate(startOfLagosDay('2026-06-10'))).toBe('2026-06-10')
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})
