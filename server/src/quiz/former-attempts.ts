// Each person gets one first try: a student who deletes an account has seen the correct answers of its quizzes, and could
// otherwise take them again with a new account.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { FORMER_ATTEMPT_MONTHS } from '@baobab/contract/quiz/rules.ts'
import { hashAddress, loadAddressHash } from '../accounts/address-hash.ts'
import type { App } from '../platform/app.ts'
import { preparedQuery, type Db, type Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { requireVideoByTitle, type AttemptAddress } from './queries.ts'
import type { QuizKey } from './question-pool.ts'
import { formerAttempts } from './former-tables.ts'
import { attempts } from './tables.ts'

const BATCH_SIZE = 1_000

/**
 * Before an account is erased, stores for each of its emails which quizzes it has started, without its id. Attempts reset by an
 * admin do not count.
 */
export async function keepFormerAttempts(
  app: App,
  tx: Tx,
  student: { id: string; emails: readonly string[] },
): Promise<void> {
  const erasedAt = app.clock.now()
  const started = await tx
    .select({ videoId: attempts.videoId, ageCategory: attempts.ageCategory })
    .from(attempts)
    .where(and(eq(attempts.studentId, student.id), isNull(attempts.resetAt)))
  if (started.length === 0) return
  const hashes = [...new Set(student.emails.map((email) => hashAddress(app, email)))]
  await tx
    .insert(formerAttempts)
    .values(hashes.flatMap((addressHash) => started.map((quiz) => ({ ...quiz, addressHash, erasedAt }))))
    .onConflictDoUpdate({
      target: [formerAttempts.addressHash, formerAttempts.videoId, formerAttempts.ageCategory],
      set: { erasedAt },
    })
}

/** Copies what is stored about one mailbox's erased accounts to another, because both belong to one student. */
export async function copyFormerAttempts(app: App, tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.execute(sql`
    insert into ${formerAttempts} as old (address_hash, video_id, age_category, erased_at)
    select ${hashAddress(app, to)}, video_id, age_category, erased_at from ${formerAttempts}
    where address_hash = ${hashAddress(app, from)}
    on conflict (address_hash, video_id, age_category) do update set erased_at = greatest(old.erased_at, excluded.erased_at)`)
}

/** Lists the quizzes started by erased accounts with a student's mailbox. */
export async function listFormerQuizzes(app: App, studentId: string): Promise<QuizKey[]> {
  return app.db
    .select({ videoId: formerAttempts.videoId, ageCategory: formerAttempts.ageCategory })
    .from(formerAttempts)
    .where(eq(formerAttempts.addressHash, await loadAddressHash(app, studentId)))
}

/** Returns whether an erased account with a student's mailbox had started a quiz. */
export async function hasFormerAttempt(app: App, studentId: string, quiz: QuizKey): Promise<boolean> {
  return isFormerQuiz(app.db, await loadAddressHash(app, studentId), quiz)
}

const formerQuizQuery = preparedQuery((db) =>
  db
    .select({ videoId: formerAttempts.videoId })
    .from(formerAttempts)
    .where(
      and(
        eq(formerAttempts.addressHash, sql.placeholder('addressHash')),
        eq(formerAttempts.videoId, sql.placeholder('videoId')),
        eq(formerAttempts.ageCategory, sql.placeholder('ageCategory')),
      ),
    )
    .prepare('former-quiz'),
)

/** Returns whether an erased account whose email had this hash had started a quiz. */
export async function isFormerQuiz(
  db: Db | Tx,
  addressHash: string,
  { videoId, ageCategory }: QuizKey,
): Promise<boolean> {
  const [row] = await formerQuizQuery(db).execute({ addressHash, videoId, ageCategory })
  return row !== undefined
}

/**
 * Fails for an attempt that was not found: with 404, or with 409 if an erased account with the same mailbox had started the
 * quiz.
 */
export async function failWithoutAttempt(
  app: App,
  { studentId, videoTitle, ageCategory }: AttemptAddress,
): Promise<never> {
  const { id: videoId } = await requireVideoByTitle(app, { kind: 'student' }, videoTitle)
  return fail((await hasFormerAttempt(app, studentId, { videoId, ageCategory })) ? 'quiz_completed' : 'not_found')
}

/** Deletes what is stored about accounts erased twelve months ago. */
export async function deleteOldFormerAttempts(app: App): Promise<void> {
  const now = app.clock.now().toISOString()
  let deleted: number | null
  do {
    ;({ rowCount: deleted } = await app.db.execute(sql`
      delete from ${formerAttempts} where ctid = any (array(
        select ctid from ${formerAttempts}
        where ${formerAttempts.erasedAt} <= ${now}::timestamptz - make_interval(months => ${FORMER_ATTEMPT_MONTHS})
        order by ${formerAttempts.erasedAt} limit ${BATCH_SIZE}))`))
  } while (deleted === BATCH_SIZE)
}
