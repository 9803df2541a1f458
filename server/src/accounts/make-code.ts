// A student has at most one living code: making one kills the old.
import type { App } from '../app.ts'
import type { Tx } from '../platform/database.ts'
import { eq } from 'drizzle-orm'
import { emailCodes } from './tables.ts'

/** Makes a fresh verification code and answers its id. */
export async function makeCode(app: App, tx: Tx, studentId: string): Promise<string> {
  await tx.delete(emailCodes).where(eq(emailCodes.studentId, studentId))
  const [code] = await tx
    .insert(emailCodes)
    .values({ studentId, madeAt: app.clock.now() })
    .returning({ id: emailCodes.id })
  if (!code) throw new Error('A code was not stored.')
  return code.id
}
