import { randomUUID } from 'node:crypto'
import { guardians } from '../src/guardians/tables.ts'
import { startGuardianSession } from '../src/guardians/sessions.ts'
import { hashPassword } from '../src/platform/security/passwords.ts'
import { PASSWORD, unique } from './factories.ts'
import type { TestApp } from './harness.ts'

export type MadeGuardian = { id: string; name: string; address: string; token: string }

/** Creates a guardian with a proved email and the password of all test students, who is logged in. */
export async function makeGuardian(t: TestApp): Promise<MadeGuardian> {
  const [id, address, name] = [randomUUID(), `${unique('g')}@home.example`, 'Mama Ada']
  const now = t.app.clock.now()
  const passwordHash = await hashPassword(PASSWORD)
  await t.app.db
    .insert(guardians)
    .values({ id, name, address, addressKey: address, passwordHash, createdAt: now, lastActiveAt: now })
  const { token } = await t.app.db.transaction((tx) =>
    startGuardianSession(t.app, tx, { guardianId: id, device: 'Chrome on Android' }),
  )
  return { id, name, address, token }
}
