// Creates students, admins, videos, quizzes and payments for tests, through the product's own actions. Names are unique by default.
import { toStoredKey } from '@baobab/contract/kernel/text.ts'
import type { Avatar } from '@baobab/contract/profile/text.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { toRoles, type AdminRole, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { deriveInvitationToken } from '../src/accounts/account-mails.ts'
import { inviteAdmin } from '../src/accounts/admin/invitations.ts'
import { logInStudent } from '../src/accounts/log-in.ts'
import { registerAdmin } from '../src/accounts/admin/register-admin.ts'
import { registerStudent } from '../src/accounts/register.ts'
import { logInAdmin } from '../src/accounts/admin/log-in.ts'
import { verifyEmail } from '../src/accounts/verify-email.ts'
import type { PaymentRow } from '../src/payments/queries.ts'
import { recordEvents } from '../src/payments/record-events.ts'
import { sessions } from '../src/accounts/tables.ts'
import { payments } from '../src/payments/tables.ts'
import type { PaymentEventKind } from '@baobab/contract/payments/admin.ts'
import { addQuestion } from '../src/quiz/admin/add-question.ts'
import type { QuestionRow } from '../src/quiz/queries.ts'
import { insertSeries } from '../src/videos/admin/series/save-series.ts'
import { videos, type VideoRow } from '../src/videos/tables.ts'
import type { TestApp } from './harness.ts'

export const PASSWORD = 'Mango7tree'
export const ADMIN_PASSWORD = 'Mango7tree!'

/** Returns a short random text. */
export function unique(prefix = ''): string {
  return (
    prefix +
    randomBytes(6)
      .toString('hex')
      .slice(0, 9 - prefix.length)
  )
}

/** Returns a valid registration. A student born in 2012 stays in category 11-20 until 2032. */
export function registration(changes: Partial<ReturnType<typeof valid>> & { avatar?: Avatar; school?: string } = {}) {
  return { ...valid(), ...changes }
}

function valid() {
  // Not 's', which followed by digits may look like a reserved word: 's7aff012'.
  const username = unique('n')
  return {
    username,
    email: `${username}@school.example`,
    number: '+2348012345678',
    password: PASSWORD,
    birth: '2012-05-01',
    gender: 'female' as 'female' | 'male',
    address: '12 Marina Road, Lagos',
  }
}

export type MadeStudent = { id: string; username: string; email: string; token: string }

/**
 * Creates a verified student who is logged in.
 * @param options.isMailed waits until the code has been mailed; otherwise the mail may arrive later or never
 */
export async function makeStudent(
  t: TestApp,
  changes: Parameters<typeof registration>[0] = {},
  { isMailed = false } = {},
): Promise<MadeStudent> {
  const form = registration(changes)
  const { verificationToken } = await registerStudent(t.app, form)
  if (isMailed) await t.mails(form.email, verificationToken)
  await verifyEmail(t.app, { email: form.email, verificationToken })
  const { authToken, studentData } = await logInStudent(t.app, form, { address: '127.0.0.1', userAgent: 'test' })
  return { id: studentData._id, username: form.username, email: form.email, token: authToken }
}

/** Creates a payment for a student with an `opened` event and further events of these kinds. */
export async function makePayment(
  t: TestApp,
  { studentId, kinds = [] }: { studentId: string; kinds?: readonly PaymentEventKind[] },
): Promise<PaymentRow> {
  const openedAt = t.app.clock.now()
  const values = { studentId, reference: unique('ref').replaceAll('_', '-'), amountKobo: 100_000, openedAt }
  const [row] = await t.app.db
    .insert(payments)
    .values({ ...values, state: 'opened', accessCode: unique('code') })
    .returning()
  if (!row) throw new Error('no payment was made')
  const events = (['opened', ...kinds] as const).map((kind) => ({ kind, amountKobo: values.amountKobo }))
  return recordEvents(t.app, { paymentId: row.id, source: 'verify', events })
}

/** Creates a student with a confirmed payment. */
export async function makePaidStudent(t: TestApp): Promise<MadeStudent> {
  const student = await makeStudent(t)
  await makePayment(t, { studentId: student.id, kinds: ['succeeded'] })
  return student
}

export type MadeAdmin = { username: string; email: string; token: string; id: string }

/** Long, so that two admins' names never look alike, which is refused. */
export const newAdminName = () => `admin${randomBytes(8).toString('hex')}`

/** Logs an admin in again after the clock has ended the last session. @returns the new token */
export async function logInAgain(t: TestApp, { email }: MadeAdmin): Promise<string> {
  const { authToken } = await logInAdmin(
    t.app,
    { email, password: ADMIN_PASSWORD },
    { address: '127.0.0.1', userAgent: 'test' },
  )
  return authToken
}

/** Lets the passwords of all logged-in users count as just entered, however far the test moves the clock. */
export const stayReauthenticated = (t: TestApp) =>
  t.app.db.update(sessions).set({ confirmedAt: new Date('2100-01-01') })

/** Creates the first admin; call once per app. */
export async function makeAdmin(t: TestApp): Promise<MadeAdmin> {
  const username = newAdminName()
  const email = `${username}@baobab.example`
  await registerAdmin(t.app, { username, email, password: ADMIN_PASSWORD })
  const { authToken, admin } = await logInAdmin(
    t.app,
    { email, password: ADMIN_PASSWORD },
    { address: '127.0.0.1', userAgent: 'test' },
  )
  return { username, email, token: authToken, id: admin.id }
}

/**
 * Creates another admin with the same password, invited by the first one.
 * @param options.before a time when the admin already had the role, such as when a list was frozen
 */
export async function makeAnotherAdmin(
  t: TestApp,
  first: MadeAdmin,
  roles: AdminRole | readonly AdminRole[] = 'owner',
  { before }: { before?: Date } = {},
): Promise<MadeAdmin> {
  const now = t.app.clock.now()
  if (before) t.app.clock.set(new Date(before.getTime() - 60_000))
  const username = newAdminName()
  const email = `${username}@baobab.example`
  const invitation = await inviteAdmin(t.app, first, { email, ...toRoles([roles].flat()) })
  await registerAdmin(t.app, {
    username,
    email,
    password: ADMIN_PASSWORD,
    invitation: deriveInvitationToken(t.app, invitation._id),
  })
  const person = { address: '127.0.0.1', userAgent: 'test' }
  if (before) t.app.clock.set(now)
  const { authToken, admin } = await logInAdmin(t.app, { email, password: ADMIN_PASSWORD }, person)
  return { username, email, token: authToken, id: admin.id }
}

/** Creates a free, playable video without a file. */
export async function makeVideo(t: TestApp, changes: Partial<typeof videos.$inferInsert> = {}): Promise<VideoRow> {
  const title = changes.title ?? `The tale of ${unique()}`
  const [video] = await t.app.db
    .insert(videos)
    .values({
      title,
      titleKey: toStoredKey(title),
      description: 'A tale with a moral.',
      access: 'free',
      position: 1,
      state: 'ready',
      plays: true,
      sizeBytes: 1_000,
      sha256: unique('sha'),
      createdAt: t.app.clock.now(),
      ...changes,
    })
    .returning()
  if (!video) throw new Error('no video was made')
  return video
}

/** Creates a series of these videos, in order, and returns its id. */
export async function makeSeries(
  t: TestApp,
  { title = `Series ${unique()}`, members = [] }: { title?: string; members?: readonly { id: string }[] } = {},
): Promise<string> {
  return t.app.db.transaction(async (tx) => {
    const seriesId = await insertSeries(t.app, tx, { title, description: 'Some tales.' })
    for (const [index, { id }] of members.entries())
      await tx
        .update(videos)
        .set({ seriesId, seriesPosition: index + 1 })
        .where(eq(videos.id, id))
    return seriesId
  })
}

export type MadeQuiz = { video: VideoRow; ageCategory: AgeCategory; questions: QuestionRow[] }

/** Creates a video with questions; every correct answer is 'right', in varying positions. */
export async function makeQuiz(
  t: TestApp,
  options: { video?: VideoRow; ageCategory?: AgeCategory; count?: number } = {},
): Promise<MadeQuiz> {
  const { video = await makeVideo(t), ageCategory = '11-20', count = 5 } = options
  const questions: QuestionRow[] = []
  for (let i = 0; i < count; i += 1) {
    const options = ['wrong one', 'wrong two', 'wrong three'].toSpliced(i % 4, 0, 'right')
    const form = {
      videoTitle: video.title,
      question: `Question ${i + 1}?`,
      options,
      correctAnswer: 'right',
      ageCategory,
    }
    questions.push((await addQuestion(t.app, { id: randomUUID() }, form)).question)
  }
  return { video, ageCategory, questions }
}
