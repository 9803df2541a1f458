import type { AdminRole } from '@baobab/contract/roles.ts'
import { and, gt, inArray, isNull, lte, ne, or } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/database.ts'
import { admins } from '../tables.ts'

/**
 * Whether another admin than this one has one of these roles, so that two can decide together.
 * @param options.since counts those who were admins at that time, also if they were removed since: removing a colleague
 * does not let one admin decide alone
 */
export async function hasOtherAdmin(
  db: Db | Tx,
  adminId: string,
  roles: readonly AdminRole[],
  { since }: { since?: Date } = {},
): Promise<boolean> {
  const wasAdmin = since && and(lte(admins.createdAt, since), gt(admins.removedAt, since))
  const [other] = await db
    .select({ id: admins.id })
    .from(admins)
    .where(and(ne(admins.id, adminId), inArray(admins.role, [...roles]), or(isNull(admins.removedAt), wasAdmin)))
    .limit(1)
  return other !== undefined
}
