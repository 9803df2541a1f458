import { sql, type SQL } from 'drizzle-orm'
import type { StudentSelection } from '@baobab/contract/students/endpoints.ts'
import { buildWhere, resolveSelection } from './conditions.ts'
import { selectTop10 } from './sort-matches.ts'

/** Selects the ids of all students that a selection matches on a day, in no particular order. */
export function selectStudentIds(selection: StudentSelection, today: string): SQL {
  const resolved = resolveSelection(selection, today)
  const top = selection.filter === 'top-10' ? sql`s.id in (${selectTop10(resolved)}) and ` : sql``
  return sql`select s.id from students s where ${top}${buildWhere(resolved, 'index')}`
}
