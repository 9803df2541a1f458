import { randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Certificate } from '@baobab/contract/awards/endpoints.ts'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { loadAwards, toCertificate } from './queries.ts'
import { certificates } from './tables.ts'

/** Issues the certificate for a finished series, or returns the one the student already has. */
export async function issueCertificate(app: App, student: StudentUser, seriesId: string): Promise<Certificate> {
  const { series: all } = await loadAwards(app, student.id)
  const found = all.find(({ series }) => series.id === seriesId)
  if (!found) fail('series_not_found')
  const isOfStudent = and(eq(certificates.studentId, student.id), eq(certificates.seriesId, seriesId))
  const [issued] = await app.db.select().from(certificates).where(isOfStudent)
  // Kept even if the series has gained more videos since.
  if (issued) return toCertificate(issued)
  if (found.finishedCount < found.videos.length) fail('series_unfinished')
  return app.db.transaction(async (tx) => {
    // Locks the row, so that no certificate is added while the account is being erased.
    const [account] = await tx
      .select({ id: students.id })
      .from(students)
      .where(and(eq(students.id, student.id), isNull(students.erasedAt)))
      .for('no key update')
    if (!account) fail('unauthorised')
    await tx
      .insert(certificates)
      .values({
        id: randomBytes(16).toString('base64url'),
        studentId: student.id,
        seriesId,
        seriesTitle: found.series.title,
        values: found.values,
        videoCount: found.videos.length,
        correctCount: found.correctCount,
        questionCount: found.questionCount,
        issuedAt: app.clock.now(),
      })
      .onConflictDoNothing()
    const [row] = await tx.select().from(certificates).where(isOfStudent)
    return row ? toCertificate(row) : fail('series_not_found')
  })
}
