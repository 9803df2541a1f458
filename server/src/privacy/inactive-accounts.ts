// Erases student accounts that nobody has used for 24 months, after two warnings by email, or in the app and by text message. Each step is decided afresh from the stored
// data, so this can be stopped and repeated at any time.
import { INACTIVE_MONTHS, FIRST_INACTIVITY_MAIL_DAYS, privacyText } from '@baobab/contract/privacy/endpoints.ts'
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { StudentRow } from '../accounts/queries.ts'
import { students } from '../accounts/tables.ts'
import { inactiveAccountMail } from '../mails/inactive-account.ts'
import { createNotification } from '../notifications/create-notification.ts'
import { payments } from '../payments/tables.ts'
import { findMailbox } from '../accounts/own-address.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { defineMailQueue } from '../mails/mail-queues.ts'
import { hasUnpaidPrize } from '../scholarship/prizes.ts'
import { sendSms } from '../sms/send-sms.ts'
import { inactiveAccountText } from '../sms/texts.ts'
import { eraseStudent } from './erase-account.ts'
import { recordErasuresNow } from './record-erasures.ts'
import { addMonths, computeEraseAt, nextInactivityStep, type Inactivity } from './rules.ts'
import { inactivityMails } from './tables.ts'

type MailKind = 'first' | 'last'

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

export const inactivityMailJobs = defineMailQueue<{ studentId: string; kind: MailKind }>('inactivity-mails', {
  retryLimit: 20,
})

const BATCH_SIZE = 200
/** The maximum number of accounts erased per night; the rest follow the next night. */
const MAX_ERASED = 2_000
/** An email that could not be handed over is queued again after this time, when its job has failed for good. */
const QUEUE_AGAIN_MS = 7 * 24 * 3_600_000
/** Covers the days between the first email and the erasure, and months of different lengths. */
const AHEAD_MS = (FIRST_INACTIVITY_MAIL_DAYS + 3) * 24 * 3_600_000

/** When the account was last used or paid for: a payment buys at least 24 months. */
const lastActiveAt = sql`greatest(${students.lastActiveAt},
  (select max(${payments.confirmedAt}) from ${payments} where ${payments.studentId} = ${students.id}))`

/** A payment that needs an admin, such as a double payment, keeps the account until the money is settled. */
const hasNoUnsettledPayment = sql`not exists (select from ${payments}
  where ${payments.studentId} = ${students.id} and ${payments.attention} is not null)`

/**
 * Returns the SQL condition for accounts that have been unused for 24 months, or will have been within about a month, and whose
 * payments and prizes are settled.
 */
function isInactive(now: Date): SQL {
  const before = new Date(addMonths(now, -INACTIVE_MONTHS).getTime() + AHEAD_MS).toISOString()
  // The second comparison implies the first, but only the first can use an index.
  return sql`${students.erasedAt} is null and ${students.lastActiveAt} <= ${before}::timestamptz
    and ${lastActiveAt} <= ${before}::timestamptz and ${hasNoUnsettledPayment} and not ${hasUnpaidPrize(students.id)}`
}

const sentAt = (kind: MailKind) =>
  sql<Date | null>`(select ${inactivityMails.sentAt} from ${inactivityMails}
  where ${inactivityMails.studentId} = ${students.id} and ${inactivityMails.kind} = ${kind})`.mapWith(
    inactivityMails.sentAt,
  )

type InactiveStudent = Inactivity & Pick<StudentRow, 'id' | 'username' | 'email' | 'emailBouncedAt' | 'provedNumber'>

/** Finds inactive accounts in id order: those after an id, or the one with an id. */
function findInactive(db: Db | Tx, now: Date, condition: SQL): Promise<InactiveStudent[]> {
  const { id, username, email, emailBouncedAt, provedNumber } = students
  return db
    .select({
      id,
      username,
      email,
      emailBouncedAt,
      provedNumber,
      lastActiveAt: lastActiveAt.mapWith(students.lastActiveAt),
      firstSentAt: sentAt('first'),
      lastSentAt: sentAt('last'),
    })
    .from(students)
    .where(and(isInactive(now), condition))
    .orderBy(id)
    .limit(BATCH_SIZE)
}

/**
 * Queues the emails that are due, and erases the accounts whose time is up. A failure with one account does not stop the
 * others, so that no child's data is kept because of another's.
 * @throws AggregateError at the end, with the failures
 */
export async function eraseInactiveAccounts(app: App): Promise<void> {
  await forgetReturned(app)
  let erased = 0
  const failures: { id: string; error: unknown }[] = []
  let batch: InactiveStudent[]
  let after = '00000000-0000-0000-0000-000000000000'
  do {
    const now = app.clock.now()
    batch = await findInactive(app.db, now, sql`${students.id} > ${after}::uuid`)
    for (const { id, ...student } of batch) {
      after = id
      const step = nextInactivityStep(student, now)
      try {
        if (step === 'first' || step === 'last') await queueMail(app, id, step)
        else if (step === 'erase' && erased < MAX_ERASED && (await eraseInactive(app, id))) erased += 1
      } catch (error) {
        failures.push({ id, error })
      }
    }
  } while (batch.length === BATCH_SIZE)
  if (erased > 0) app.log.info({ erased }, 'inactive accounts were erased')
  await recordErasuresNow(app)
  const [first] = failures
  if (!first) return
  throw new AggregateError(
    failures.map(({ error }) => error),
    `Inactive accounts that could not be handled: ${failures.length}. The first of them: ${first.id}.`,
    { cause: first.error },
  )
}

/** Forgets the emails to students who came back, so that they are warned again if they stay away again. */
async function forgetReturned(app: App): Promise<void> {
  await app.db.execute(sql`delete from ${inactivityMails} using ${students}
    where ${students.id} = ${inactivityMails.studentId} and not (${isInactive(app.clock.now())})`)
}

/** Queues an email, unless it was sent or is still being tried. */
async function queueMail(app: App, studentId: string, kind: MailKind): Promise<void> {
  const queuedAt = app.clock.now()
  const earlier = new Date(queuedAt.getTime() - QUEUE_AGAIN_MS).toISOString()
  await app.db.transaction(async (tx) => {
    const queued = await tx
      .insert(inactivityMails)
      .values({ studentId, kind, queuedAt })
      .onConflictDoUpdate({
        target: [inactivityMails.studentId, inactivityMails.kind],
        set: { queuedAt },
        setWhere: sql`${inactivityMails.sentAt} is null and ${inactivityMails.queuedAt} <= ${earlier}::timestamptz`,
      })
      .returning({ kind: inactivityMails.kind })
    if (queued.length > 0) await app.jobs.send(tx, inactivityMailJobs, { studentId, kind })
  })
}

/**
 * Sends one of the two warnings, unless it was already sent or the student came back. Without an email that works it goes to the app
 * and to the proved number. If no message can reach the student, it is only recorded: a child's data must not be kept forever because
 * of that.
 */
export async function sendInactivityMail(
  app: App,
  { studentId, kind }: { studentId: string; kind: MailKind },
): Promise<void> {
  const now = app.clock.now()
  const [student] = await findInactive(app.db, now, eq(students.id, studentId))
  if (!student || nextInactivityStep(student, now) !== kind) return
  const to = findMailbox(student)
  const { username, provedNumber } = student
  const { publicUrl } = app.config
  const eraseAt = computeEraseAt(student, now)
  if (to) {
    await app.mailer.send({ to, ...inactiveAccountMail({ username, eraseAt, isLast: kind === 'last', publicUrl }) })
  } else if (provedNumber !== null) {
    const text = inactiveAccountText({ day: dayFormat.format(eraseAt), publicUrl })
    await sendSms(app, { to: provedNumber, text, kind: 'inactive-account' })
  }
  await app.db.transaction(async (tx) => {
    const isUnsent = and(
      eq(inactivityMails.studentId, studentId),
      eq(inactivityMails.kind, kind),
      isNull(inactivityMails.sentAt),
    )
    const recorded = await tx.update(inactivityMails).set({ sentAt: app.clock.now() }).where(isUnsent).returning()
    if (to || recorded.length === 0) return
    const message = privacyText.inactiveNews({ day: dayFormat.format(eraseAt) })
    await createNotification(app, tx, { to: { studentId }, ...message, type: 'account', method: 'in-app' })
  })
}

/** Erases an account, unless the student has come back or paid. @returns whether it was erased */
async function eraseInactive(app: App, id: string): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    // A login changes this row, and a payment locks it.
    await tx.select({ id: students.id }).from(students).where(eq(students.id, id)).for('update')
    const now = app.clock.now()
    const [student] = await findInactive(tx, now, eq(students.id, id))
    if (!student || nextInactivityStep(student, now) !== 'erase') return false
    await eraseStudent(app, tx, id)
    return true
  })
}
