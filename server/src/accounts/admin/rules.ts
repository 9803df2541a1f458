// Rules for decisions that need two admins. Who may take part depends on who had the right when the matter was opened, so that
// nobody can take it from a colleague, or give it to a friend, in order to decide alone.
import { listRoles, type AdminRole } from '@baobab/contract/accounts/rules.ts'

const DAY_MS = 86_400_000

/** How long the others must be unable to decide before one admin may decide alone. */
export const ALONE_AFTER_MS = 7 * DAY_MS

/** When an admin got roles, which replace earlier ones; `role` is null when the access ended. */
export type RoleChange = { adminId: string; role: AdminRole | null; moreRoles?: readonly AdminRole[]; at: Date }

/** An admin whose role gave the right when a matter was opened or shortly before, and who then lost it. */
type MissingAdmin = { role: AdminRole; since: Date }

export type Ruling =
  /**
   * Got the right after the matter was opened. `from` is the time from which today's admins decide, because nobody else is left;
   * null means never.
   */
  | { kind: 'excluded'; from: Date | null }
  /** Another admin has to agree. From `aloneFrom` on, this one may decide alone; null while another admin can agree. */
  | { kind: 'together'; aloneFrom: Date | null }
  /** Decides alone. `missing` is empty if nobody else had the right from the start. */
  | { kind: 'alone'; missing: MissingAdmin[] }

type Question = { adminId: string; mayDecide: (role: AdminRole) => boolean; began: Date; now: Date }

type Decider = { adminId: string; role: AdminRole; lostAt: Date | undefined }

/**
 * Rules whether an admin decides a matter alone, together with another, or not at all.
 * - If only one admin had the right when the matter was opened, that one decides.
 * - If fewer than two of those who had it can still decide, one of them may decide alone seven days after the last loss.
 * - If none of them can, the admins who have the right today decide after seven days, as if the matter were opened now.
 * @param changes all role changes, in order
 */
export function ruleOn(changes: readonly RoleChange[], question: Question): Ruling {
  const { adminId, began, now } = question
  const deciders = listDeciders(changes, question)
  const gone = deciders.filter(({ lostAt }) => lostAt !== undefined)
  const missing = gone.map(({ role, lostAt }) => ({ role, since: lostAt ?? began }))
  const left = deciders.filter(({ lostAt }) => lostAt === undefined)
  const lastLoss = missing.length === 0 ? began.getTime() : Math.max(...missing.map(({ since }) => since.getTime()))
  const aloneFrom = new Date(lastLoss + ALONE_AFTER_MS)
  if (left.length === 0) {
    if (aloneFrom > now) return { kind: 'excluded', from: aloneFrom }
    const later = ruleOn(changes, { ...question, began: now })
    return later.kind === 'alone' ? { ...later, missing: [...missing, ...later.missing] } : later
  }
  if (!left.some((one) => one.adminId === adminId)) return { kind: 'excluded', from: null }
  if (left.length > 1) return { kind: 'together', aloneFrom: null }
  if (deciders.length > 1 && aloneFrom > now) return { kind: 'together', aloneFrom }
  return { kind: 'alone', missing }
}

/**
 * Lists who had the right when a matter was opened, and when they lost it. Includes admins who lost it less than seven days
 * earlier: otherwise an owner could take it from the others first and then open the matter.
 */
function listDeciders(changes: readonly RoleChange[], { mayDecide, began }: Question): Decider[] {
  const longBefore = new Date(began.getTime() - ALONE_AFTER_MS)
  const findRight = ({ role, moreRoles }: RoleChange) =>
    role === null ? undefined : listRoles({ role, moreRoles }).find(mayDecide)
  const hasRight = (change: RoleChange) => findRight(change) !== undefined
  return [...Map.groupBy(changes, ({ adminId }) => adminId)].flatMap(([adminId, own]): Decider[] => {
    const last = own.findLastIndex((change) => change.at <= began && hasRight(change))
    const role = own[last] && findRight(own[last])
    const endedAt = own[last + 1]?.at
    if (!role || (endedAt && endedAt <= longBefore)) return []
    return [{ adminId, role, lostAt: own[own.findLastIndex(hasRight) + 1]?.at }]
  })
}

/** Returns whether an admin may agree to a proposal. */
export function canAgree(ruling: Ruling, isOwnProposal: boolean): boolean {
  return ruling.kind === 'alone' || (ruling.kind === 'together' && !isOwnProposal)
}
