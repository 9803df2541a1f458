// Checks that the caller may take part in a decision that needs two admins.
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { isAllowed, type AdminRole } from '@baobab/contract/accounts/rules.ts'
import { twoAdminsText } from '@baobab/contract/accounts/text.ts'
import { asc, sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { ruleOn, type Ruling } from './rules.ts'
import { adminRoleChanges } from './tables.ts'

/** A matter: when it was opened, and the endpoint that decides it. */
type Matter = { began: Date; decidedBy: Pick<Endpoint, 'who'> }

/** Rules on an admin's part in a matter, based on all admins' roles so far. */
export async function ruleOnMatter(
  { clock }: Pick<App, 'clock'>,
  db: Db | Tx,
  who: { id: string },
  { began, decidedBy }: Matter,
): Promise<Ruling> {
  const changes = await db.select().from(adminRoleChanges).orderBy(asc(adminRoleChanges.seq))
  const mayDecide = (role: AdminRole) => isAllowed(decidedBy.who, role)
  return ruleOn(changes, { adminId: who.id, mayDecide, began, now: clock.now() })
}

/** Adds the roles missing from the history, because servers of the previous release do not write it. Runs at each start. */
export async function noteMissingRoles({ clock, db }: Pick<App, 'clock' | 'db'>): Promise<void> {
  await db.execute(sql`
    insert into admin_role_changes (admin_id, role, more_roles, at)
    select id, role, more_roles, ${clock.now().toISOString()}::timestamptz from (
      select id, case when removed_at is null then role end as role,
        case when removed_at is null then more_roles else '{}' end as more_roles from admins
    ) as present
    left join (
      select distinct on (admin_id) admin_id, role as last, more_roles as more from admin_role_changes
      order by admin_id, seq desc
    ) as change on change.admin_id = present.id
    where change.admin_id is null or change.last is distinct from present.role or change.more <> present.more_roles`)
}

/** How a matter was decided, as published: by how many admins, and who could not take part. */
export type Decided = { admins: 1 | 2; missing?: { role: AdminRole; since: string }[] }

/**
 * Requires that an admin may make a proposal, or fails with `not_among_deciders`.
 * @returns how it is decided immediately; undefined if another admin has to agree
 */
export function requireDecider(ruling: Ruling): Decided | undefined {
  if (ruling.kind === 'excluded')
    fail('not_among_deciders', { message: twoAdminsText.notAmongDeciders(ruling.from ?? undefined) })
  if (ruling.kind === 'together') return undefined
  const missing = ruling.missing.map(({ role, since }) => ({ role, since: since.toISOString() }))
  return { admins: 1, ...(missing.length > 0 && { missing }) }
}

/**
 * Requires that an admin may agree to a proposal, or fails with `not_among_deciders` or `own`.
 * @param options.own the error for the admin who made the proposal
 * @returns how it is decided
 */
export function requireAgreement(
  ruling: Ruling,
  isOwnProposal: boolean,
  { own = 'own_proposal' }: { own?: 'own_proposal' | 'own_decision' } = {},
): Decided {
  const alone = requireDecider(ruling)
  if (!isOwnProposal) return { ...alone, admins: 2 }
  if (alone) return alone
  const aloneFrom = ruling.kind === 'together' ? ruling.aloneFrom : null
  return fail(own, aloneFrom ? { message: twoAdminsText.anotherHasTo(aloneFrom) } : {})
}
