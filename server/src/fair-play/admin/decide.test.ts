// Admins hold, clear and disqualify students and answer their appeals, over HTTP.
import * as admin from '@baobab/contract/fair-play/admin.ts'
import { countOpenAppeals, type AppealAnswerForm } from '@baobab/contract/fair-play/admin.ts'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import * as own from '@baobab/contract/fair-play/endpoints.ts'
import type { HoldReason } from '@baobab/contract/fair-play/endpoints.ts'
import { leaderboard, myRank } from '@baobab/contract/leaderboard/endpoints.ts'
import { studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { disqualifyStudent } from '@baobab/contract/students/endpoints.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { makePlayer, play, examine, type Player, logInBeside } from '../../../test/fair-play.ts'
import { makeAdmin, makeAnotherAdmin, makeQuiz, unique, type MadeAdmin } from '../../../test/factories.ts'
import { startTestApp, openStillTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { remindOfAppeals } from '../remind-of-appeals.ts'
import { appealDueAt } from '../rules.ts'
import { pointsLedger } from '../../leaderboard/tables.ts'
import { fairPlayDecisions } from '../tables.ts'
import { asc, eq, inArray } from 'drizzle-orm'

let support: MadeAdmin
const t = await openStillTestApp()
const owner = await makeAdmin(t)
beforeAll(async () => {
  support = await makeAnotherAdmin(t, owner, 'support')
})

/** Each call is a millisecond after the previous one, so that its effects have an order. */
const by = (who: MadeAdmin) => {
  t.app.clock.advance(1)
  return t.as(who.token)
}
const paramsOf = ({ username }: Player) => ({ params: { username } })
const hold = (player: Player, reason: HoldReason = 'too-fast', who = owner) =>
  by(who)(admin.holdStudent, { ...paramsOf(player), body: { reason } })
const clear = (player: Player, who = owner) => by(who)(admin.clearStudent, paramsOf(player))
const disqualify = (player: Player, who = owner) =>
  by(who)(admin.disqualifyFlagged, { ...paramsOf(player), body: { reason: 'second-account', text: 'Two accounts.' } })
const read = (player: Player, who = owner) => by(who)(admin.readFlagged, paramsOf(player))
const list = async (show: admin.FlaggedState) =>
  (await by(owner)(admin.listFlagged, { query: { ageCategory: '11-20', show } })).students
const isListed = async (show: admin.FlaggedState, player: Player) =>
  (await list(show)).some(({ username }) => username === player.username)
const readHold = async (player: Player) => (await t.as(player.token)(own.readOwnHold, {})).hold
const appeal = (player: Player, text = 'I had seen the video three times.') =>
  t.as(player.token)(own.appealHold, { body: { text } })
const answer = (appealId: string, body: AppealAnswerForm, who = support) =>
  by(who)(admin.answerAppeal, { params: { appealId }, body })
const appealIdOf = async (player: Player) => (await read(player)).appeals[0]?._id ?? ''
const titlesOf = async ({ token, username }: Player) => {
  const { notifications } = await t.as(token)(studentNotifications, { params: { username }, query: {} })
  return notifications.map(({ title, description }) => ({ title, description }))
}
const boardRow = async ({ username }: Player) =>
  (await t.as()(leaderboard, { query: { ageCategory: '11-20' } })).find((row) => row.username === username)
const linesOf = async (player: Player) => {
  const rows = await t.app.db.select().from(fairPlayDecisions).where(eq(fairPlayDecisions.studentId, player.id))
  return rows.toSorted((a, b) => a.seq - b.seq).map(({ kind, reason }) => ({ kind, reason }))
}

/** Waits until all reminders have been mailed. */
const waitForJobs = () =>
  waitFor(async () => {
    const { rows } = await t.owner.query(
      `select from pgboss.job where name = 'appeal-reminders' and state in ('created', 'retry', 'active')`,
    )
    expect(rows).toEqual([])
  })

/** Creates a student who answered a quiz faster than it can be read, and was flagged. */
async function makeFlagged(): Promise<Player> {
  const player = await makePlayer(t)
  await play(t, player, await makeQuiz(t))
  await examine(t)
  return player
}

async function makeHeld(who = owner): Promise<Player> {
  const player = await makeFlagged()
  await hold(player, 'too-fast', who)
  return player
}

describe('the list of flagged students', () => {
  it('shows flags until an admin decides, and again after a new flag', async () => {
    const player = await makeFlagged()
    expect((await list('open')).find(({ username }) => username === player.username)).toMatchObject({
      score: 50,
      rank: expect.any(Number),
      kinds: ['fast'],
      isHeld: false,
      lastDecision: null,
      appealDueAt: null,
    })
    await clear(player)
    expect([await isListed('open', player), await isListed('decided', player)]).toEqual([false, true])
    await play(t, player, await makeQuiz(t))
    await examine(t)
    expect(await isListed('open', player)).toBe(true)
  })

  it('shows the evidence side by side', async () => {
    const quiz = await makeQuiz(t)
    const owner = await makePlayer(t)
    const second = await makePlayer(t, { device: owner.device })
    const first = await logInBeside(t, owner, second)
    await play(t, first, quiz, { paceMs: 5_000 })
    await play(t, second, quiz, { paceMs: 800 })
    await examine(t)
    const evidence = await read(second)
    expect(evidence.student).toMatchObject({ username: second.username, entries: [{ score: 50 }] })
    expect(evidence.flags).toMatchObject([
      {
        kind: 'shared-device',
        isNew: true,
        role: 'user',
        attempt: { username: second.username, score: 50, maxScore: 50 },
        other: { username: first.username, attempt: { username: first.username, videoTitle: quiz.video.title } },
      },
    ])
    const [question] = evidence.flags[0]?.attempt?.questions ?? []
    expect(question).toMatchObject({ question: 'Question 1?', answer: 'right', correct: true, readingSeconds: 0.45 })
    expect(question?.seconds).toBeGreaterThanOrEqual(0.8)
    expect(evidence.cluster).toEqual([first.username])
  })

  it('is not for admins who look after videos or money', async () => {
    const content = await makeAnotherAdmin(t, owner, 'content')
    const player = await makeFlagged()
    expect(await refusal(read(player, content))).toMatchObject({ status: 403 })
  })
})

describe('a hold', () => {
  it('tells the student why, keeps points and rank, and shows on the leaderboard', async () => {
    const player = await makeFlagged()
    const rank = () => t.as(player.token)(myRank, { query: {} })
    const before = await rank()
    expect(await boardRow(player)).not.toHaveProperty('held')
    expect(await hold(player)).toEqual({ message: 'The student is on hold and has been told why.' })
    expect(await rank()).toEqual(before)
    expect(await boardRow(player)).toMatchObject({ score: 50, held: true })
    expect(await readHold(player)).toEqual({ reason: 'too-fast', at: expect.any(String), appeal: null })
    expect(await titlesOf(player)).toEqual([
      {
        title: 'We are checking your points',
        description: [
          'Your answers came faster than the questions can be read.',
          'You keep your points, and you can keep learning.',
          'If you think that we are wrong, tell us: open the leaderboard and tap “Tell us your side”. A person answers within 7 days.',
        ].join('\n'),
      },
    ])
    expect([await isListed('open', player), await isListed('held', player)]).toEqual([false, true])
  })

  it('shows on another server’s leaderboard within a second', async () => {
    const player = await makeFlagged()
    const other = await startTestApp({}, t)
    try {
      await hold(player)
      await waitFor(() => expect(String(other.app.ranking.board('11-20').bytes.identity)).toContain('"held":true'))
    } finally {
      await other.close()
    }
  })

  it('writes ledger rows with no points', async () => {
    const player = await makeHeld()
    await clear(player)
    const rows = await t.app.db
      .select()
      .from(pointsLedger)
      .where(inArray(pointsLedger.reason, ['held', 'released']))
      .orderBy(asc(pointsLedger.seq))
    expect(rows.slice(-2)).toMatchObject([
      { reason: 'held', delta: 0, scoreAfter: 50, wasListed: true, isListed: true },
      { reason: 'released', delta: 0, scoreAfter: 50, wasListed: true, isListed: true },
    ])
  })

  it('may be repeated, but not with a different reason', async () => {
    const player = await makeHeld()
    await hold(player)
    expect(await refusal(hold(player, 'other'))).toMatchObject({
      status: 409,
      code: 'already_held',
      message: 'This student is already on hold for another reason.',
    })
    expect(await linesOf(player)).toEqual([{ kind: 'held', reason: 'too-fast' }])
    expect(await titlesOf(player)).toHaveLength(1)
  })

  it('needs a new flag once the student was cleared, or the reason “Something else”', async () => {
    const player = await makeFlagged()
    await clear(player)
    expect(await refusal(hold(player))).toMatchObject({ status: 409, code: 'no_new_flag' })
    await hold(player, 'other')
    expect(await readHold(player)).toMatchObject({ reason: 'other' })
  })

  it('is refused for disqualified and unknown students', async () => {
    const player = await makeFlagged()
    await disqualify(player)
    expect(await refusal(hold(player))).toMatchObject({ status: 409, code: 'already_disqualified' })
    expect(await refusal(hold({ ...player, username: unique('no') }))).toMatchObject({ status: 404 })
  })

  it('results in one decision if two admins decide at once', async () => {
    const player = await makeFlagged()
    const replies = await Promise.allSettled([hold(player, 'too-fast'), hold(player, 'other', support)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await linesOf(player)).toHaveLength(1)
  })

  it('cannot be bypassed on the students page, where appeals are not answered', async () => {
    const player = await makeHeld(support)
    await appeal(player)
    const disqualified = by(support)(disqualifyStudent, { ...paramsOf(player), body: { reason: 'Two accounts.' } })
    expect(await refusal(disqualified)).toMatchObject({ status: 409, code: 'student_is_held' })
    expect(await readHold(player)).not.toBeNull()
  })
})

describe('clearing', () => {
  it('ends the hold and tells the student', async () => {
    const player = await makeHeld()
    expect(await clear(player, support)).toEqual({ message: 'The case is closed. The points are fine.' })
    expect(await readHold(player)).toBeNull()
    expect(await boardRow(player)).not.toHaveProperty('held')
    expect((await titlesOf(player))[0]).toEqual({
      title: 'Your points are fine',
      description: 'We have checked your points. Everything is fine. Thank you for waiting.',
    })
  })

  it('tells the student nothing about a flag they never knew of', async () => {
    const player = await makeFlagged()
    await clear(player)
    expect(await titlesOf(player)).toEqual([])
  })

  it('is refused if there is nothing to clear', async () => {
    expect(await refusal(clear(await makePlayer(t)))).toMatchObject({ status: 409, code: 'nothing_to_clear' })
  })
})

describe('a disqualification', () => {
  it('removes the student from the leaderboard and tells them the reason, but not the note', async () => {
    const player = await makeHeld()
    await disqualify(player)
    expect(await boardRow(player)).toBeUndefined()
    expect(await readHold(player)).toBeNull()
    const [notification] = await titlesOf(player)
    expect(notification).toEqual({
      title: 'You have been taken off the leaderboard',
      description: [
        'You are no longer in the scholarship draw.',
        'You have two accounts.',
        'You can still watch and learn.',
        'If you think that this is wrong, write to us on the contact page.',
      ].join('\n'),
    })
    expect(await refusal(disqualify(player))).toMatchObject({ status: 409, code: 'already_disqualified' })
    expect((await read(player)).decisions).toMatchObject([
      { kind: 'disqualified', reason: 'second-account', by: owner.username },
      { kind: 'held', reason: 'too-fast' },
    ])
  })
})

describe('an appeal', () => {
  it('is stored once per hold, and shows by when it will be answered', async () => {
    const player = await makeHeld()
    const { hold: held, message } = await appeal(player)
    expect(message).toBe('Thank you. A person will read your message and answer you.')
    expect(held.appeal).toMatchObject({ text: 'I had seen the video three times.', answer: null })
    const { madeAt = '', dueAt = '' } = held.appeal ?? {}
    expect(dueAt).toBe(appealDueAt(new Date(madeAt), []).toISOString())
    await appeal(player)
    expect(await refusal(appeal(player, 'Please!'))).toMatchObject({ status: 409, code: 'already_appealed' })
    const listed = (await list('held')).find(({ username }) => username === player.username)
    expect(listed?.appealDueAt).toBe(dueAt)
  })

  it('is followed by reminders to every admin who may answer, once for each due time', async () => {
    const player = await makeHeld()
    await appeal(player)
    const setDue = (inHours: number) =>
      t.owner.query(
        `update fair_play_appeals set reminders = case when student_id = $1 then reminders else 2 end,
        due_at = now() + make_interval(hours => $2)`,
        [player.id, inHours],
      )
    const subject = 'A student is waiting for an answer'
    for (const [inHours, mails] of [
      [49, 0],
      [47, 1],
      [47, 1],
      [11, 2],
      [11, 2],
    ] as const) {
      await setDue(inHours)
      await remindOfAppeals(t.app)
      await waitForJobs()
      for (const { email } of [owner, support]) expect(await t.mails(email, subject, mails)).toHaveLength(mails)
    }
    const [mail] = await t.mails(owner.email, subject)
    expect(mail?.text).toContain('/admin/fair-play?show=held')
    expect(mail?.text).not.toContain(player.username)
    const open = async () => (await by(owner)(countOpenAppeals, {})).open
    const before = await open()
    await answer(await appealIdOf(player), { outcome: 'upheld', text: 'No.' })
    expect(await open()).toBe(before - 1)
  })

  it('does not end a hold by being late', async () => {
    const player = await makeHeld()
    await appeal(player)
    await t.owner.query(`update fair_play_appeals set due_at = now() - interval '1 day'`)
    await examine(t)
    expect(await readHold(player)).toMatchObject({ appeal: { answer: null } })
  })

  it('is refused without a hold', async () => {
    expect(await refusal(appeal(await makePlayer(t)))).toMatchObject({
      status: 409,
      code: 'not_held',
      message: 'Nobody is checking your points at the moment.',
    })
  })

  it('that is granted lifts the hold', async () => {
    const player = await makeHeld()
    await appeal(player)
    const id = await appealIdOf(player)
    const body = { outcome: 'lifted' as const, text: 'You are right.' }
    expect(await answer(id, body)).toEqual({ message: 'Your answer is on its way to the student.' })
    await answer(id, body)
    expect(await refusal(answer(id, { ...body, outcome: 'upheld' }))).toMatchObject({ code: 'appeal_answered' })
    expect(await readHold(player)).toBeNull()
    expect((await titlesOf(player)).map(({ title }) => title)).toEqual([
      'Your points are fine',
      'We are checking your points',
    ])
    expect(await linesOf(player)).toEqual([
      { kind: 'held', reason: 'too-fast' },
      { kind: 'cleared', reason: null },
    ])
  })

  it('that is rejected keeps the hold, with the answer', async () => {
    const player = await makeHeld()
    await appeal(player)
    await answer(await appealIdOf(player), { outcome: 'upheld', text: 'Please come and see us.' })
    expect(await readHold(player)).toMatchObject({
      appeal: { answer: { outcome: 'upheld', text: 'Please come and see us.' } },
    })
    expect((await titlesOf(player))[0]).toEqual({
      title: 'We have read your message',
      description: 'Please come and see us.\nYour points stay on hold for now.',
    })
    expect(await refusal(appeal(player, 'Again.'))).toMatchObject({ code: 'already_appealed' })
  })

  it('is answered by a different admin from the one who placed the hold', async () => {
    const player = await makeHeld(support)
    await appeal(player)
    const id = await appealIdOf(player)
    expect((await read(player, support)).appeals).toMatchObject([{ canAnswer: false }])
    expect((await read(player, owner)).appeals).toMatchObject([{ canAnswer: true }])
    const body = { outcome: 'upheld' as const, text: 'No.' }
    expect(await refusal(answer(id, body, support))).toMatchObject({ status: 409, code: 'own_decision' })
    expect(await refusal(disqualify(player, support))).toMatchObject({ status: 409, code: 'own_decision' })
    await answer(id, body, owner)
  })

  it('is answered when an admin clears the student', async () => {
    const player = await makeHeld()
    await appeal(player)
    await clear(player)
    expect((await read(player)).appeals).toMatchObject([{ answer: { outcome: 'lifted' }, answeredBy: owner.username }])
  })

  it('is not found by an unknown id', async () => {
    expect(await refusal(answer('7', { outcome: 'upheld', text: 'No.' }))).toMatchObject({ status: 404 })
  })
})

it('leaves every decision in the audit log, without texts', async () => {
  const player = await makeHeld()
  await appeal(player, 'A secret of mine.')
  await answer(await appealIdOf(player), { outcome: 'lifted', text: 'A kind answer.' })
  const { lines } = await by(owner)(auditLog, { query: { subject: player.username } })
  expect(lines.map(({ action }) => action)).toEqual([
    'student.cleared',
    'appeal.answered',
    'student.flags_read',
    'student.held',
  ])
  expect(JSON.stringify(lines)).not.toMatch(/secret|kind answer/)
})
