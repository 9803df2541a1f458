import { eq, inArray } from 'drizzle-orm'
import { isEmailAddress } from '../../accounts/read-address.ts'
import { maskEmail } from '../../accounts/rules.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Person } from '../../platform/feature-data.ts'
import { students } from '../../accounts/tables.ts'
import { guardians } from '../tables.ts'

/** A student's guardian as others may see them: the name, and the address masked. */
export type Keeper = { name: string; maskedAddress: string }

/** How many digits at the end of a phone number its owner recognises it by. */
const SHOWN_DIGITS = 3

/** Masks an email or a phone number so that its owner recognises it but nobody else learns it: '+234•••••567'. */
export function maskAddress(address: string): string {
  return isEmailAddress(address) ? maskEmail(address) : `${address.slice(0, 4)}•••••${address.slice(-SHOWN_DIGITS)}`
}

/** Reads the guardian who keeps or has joined a student's account; null without one. */
export async function readKeeper(db: Db, { guardianId }: { guardianId: string | null }): Promise<Keeper | null> {
  if (guardianId === null) return null
  const [guardian] = await db.select().from(guardians).where(eq(guardians.id, guardianId))
  return guardian ? { name: guardian.name, maskedAddress: maskAddress(guardian.address) } : null
}

/** Reads what a copy of a student's data says about the guardian. */
export async function copyKeepers({ db }: { db: Db }, { ids }: Person): Promise<Keeper[]> {
  const found = await db.select({ guardianId: students.guardianId }).from(students).where(inArray(students.id, ids))
  const keepers = await Promise.all(found.map((student) => readKeeper(db, student)))
  return keepers.filter((keeper) => keeper !== null)
}
