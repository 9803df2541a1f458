import type { Receipt } from '@baobab/contract/scholarship/draw/rules.ts'
import type { DrawRow } from './draw-rows.ts'
import type { drawEntries } from './tables.ts'

type Entry = typeof drawEntries.$inferSelect

/**
 * Returns an entry's receipt: what its line in the list is computed from. @returns undefined without a line, or once it is
 * erased
 */
export function toReceipt({ protocol, month }: Pick<DrawRow, 'protocol' | 'month'>, entry: Entry): Receipt | undefined {
  const { studentId, ageCategory: category, position: place, points, username } = entry
  const nonce = entry.nonce?.toString('hex')
  if (nonce === undefined || studentId === null) return undefined
  if (protocol === 1) return { protocol, month, studentId, nonce }
  return username === null ? undefined : { protocol, month, category, place, points, nonce, username }
}
