import { childrenText } from '@baobab/contract/guardians/children-text.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/http/errors.ts'
import { eraseStudent } from '../../privacy/erase-account.ts'
import { recordErasuresNow } from '../../privacy/record-erasures.ts'
import { readDrawInvolvement } from '../../scholarship/draw-involvement.ts'
import { lockProvenGuardian, proveGuardian } from '../prove-guardian.ts'
import { findChild, lockChild } from './find-child.ts'

/**
 * Withdraws a guardian's consent, given the guardian's password: erases the child's account as its owner could. Refused (409)
 * while the child has a prize that is not paid, which nobody could claim any more.
 */
export async function withdrawFromChild(
  app: App,
  guardianId: string,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const child = await findChild(app.db, guardianId, username)
  const proven = await proveGuardian(app, guardianId, password)
  const files = await app.db.transaction(async (tx) => {
    await lockProvenGuardian(tx, proven)
    await lockChild(tx, guardianId, child)
    if ((await readDrawInvolvement(app, tx, child.id)).hasUnpaidPrize)
      fail('prize_unpaid', { message: childrenText.prizeWaits })
    return eraseStudent(app, tx, child.id)
  })
  await recordErasuresNow(app)
  for (const file of files) await app.files.remove(file)
}
