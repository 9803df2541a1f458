import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import type { pauseAsGuardian as endpoint } from '@baobab/contract/quiz/endpoints.ts'
import { lockWard } from '../accounts/guardian-consent.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { pauseStreak } from '../quiz/pause-streak.ts'

/** Pauses a child's streak through the guardian's mailed link. Throws if the link is forged, or the guardian has not agreed. */
export async function pauseAsGuardian(
  app: App,
  { from, to, ...link }: ParsedOf<typeof endpoint>['body'],
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { student, agreedAt } = await lockWard(app, tx, link)
    if (!student || agreedAt === null) fail('not_found')
    await pauseStreak(app, tx, { studentId: student.id, setter: { kind: 'guardian' }, from, to })
  })
}
