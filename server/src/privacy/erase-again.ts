// Erases data again that was erased but has come back with a restored backup.
import { and, eq, isNull } from 'drizzle-orm'
import { registrations, students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { eraseStudent } from './erase-account.ts'
import type { Erasure } from './rules.ts'
import { erasures } from './tables.ts'

/** Erases a guardian's account if it is there. @returns whether it was */
export type EraseGuardian = (app: App, tx: Tx, id: string) => Promise<boolean>

/**
 * Erases what a restore has marked in `erasures` to be erased again. Safe to repeat and to run on two servers.
 * @param eraseGuardian erases a guardian's account; this feature cannot import guardians, which are above it
 * @returns how many accounts and registrations had come back
 */
export async function eraseAgain(app: App, eraseGuardian: EraseGuardian): Promise<number> {
  let erased = 0
  for (;;) {
    const [due] = await app.db
      .select({ kind: erasures.kind, id: erasures.id })
      .from(erasures)
      .where(isNull(erasures.erasedAt))
      .limit(1)
    if (!due) return erased
    const { wasThere, files } = await app.db.transaction((tx) => eraseOne(app, tx, due, eraseGuardian))
    for (const file of files) await app.files.remove(file)
    if (wasThere) erased += 1
  }
}

async function eraseOne(
  app: App,
  tx: Tx,
  { kind, id }: Erasure,
  eraseGuardian: EraseGuardian,
): Promise<{ wasThere: boolean; files: string[] }> {
  const markDone = () =>
    tx
      .update(erasures)
      .set({ erasedAt: app.clock.now() })
      .where(and(eq(erasures.kind, kind), eq(erasures.id, id)))
  if (kind === 'registration') {
    const deleted = await tx.delete(registrations).where(eq(registrations.id, id)).returning({ id: registrations.id })
    await markDone()
    return { wasThere: deleted.length > 0, files: [] }
  }
  if (kind === 'guardian') {
    const wasThere = await eraseGuardian(app, tx, id)
    await markDone()
    return { wasThere, files: [] }
  }
  const [student] = await tx
    .select({ erasedAt: students.erasedAt })
    .from(students)
    .where(eq(students.id, id))
    .for('update')
  const wasThere = student?.erasedAt === null
  const files = wasThere ? await eraseStudent(app, tx, id) : []
  await markDone()
  return { wasThere, files }
}
