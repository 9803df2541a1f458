// Moves the friends and the code of an account that is merged into another.
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../platform/database/database.ts'
import { friendCodes, friendNotifications, friendships } from './tables.ts'

/**
 * Moves the friends and requests of a merged account. A pair that both accounts have is kept once, agreed if one was. The merged
 * account's challenges end with its pairs. Its code moves if the remaining account has none.
 */
export async function mergeFriends(
  tx: Tx,
  { kept, merged }: { kept: { id: string }; merged: { id: string } },
): Promise<void> {
  await tx.execute(sql`
    with moved as (
      delete from ${friendships} where ${merged.id} in (low_id, high_id)
      returning requested_at, agreed_at, requested_by,
        case when low_id = ${merged.id} then high_id else low_id end as other,
        (low_id = ${merged.id}) = (requested_by = 'low') as is_own
    )
    insert into ${friendships} as pair (low_id, high_id, requested_by, requested_at, agreed_at)
    select least(${kept.id}::uuid, other), greatest(${kept.id}::uuid, other),
      case when is_own = (${kept.id}::uuid < other) then 'low' else 'high' end, requested_at, agreed_at
    from moved where other <> ${kept.id}
    on conflict (low_id, high_id) do update set agreed_at = least(pair.agreed_at, excluded.agreed_at)`)
  await tx.execute(sql`
    update ${friendCodes} set student_id = ${kept.id} where student_id = ${merged.id}
      and not exists (select from ${friendCodes} as own where own.student_id = ${kept.id})`)
  await tx.delete(friendCodes).where(eq(friendCodes.studentId, merged.id))
  await tx.execute(sql`delete from ${friendNotifications} where student_id = ${merged.id} or other_id = ${merged.id}`)
}
