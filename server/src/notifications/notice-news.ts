// What servers tell each other when a notice has appeared: whose bell may have changed.
import { ageCategories, type AgeCategory } from '@baobab/contract/age.ts'
import type { App } from '../app.ts'
import type { Tx } from '../platform/database.ts'
import type { NoticeRow } from './shapes.ts'

export const TOPIC = 'notices'

/** Whose count may have changed: everybody's, a category's or one student's. */
export type Concerned = { kind: 'all' } | { kind: 'category'; category: AgeCategory } | { kind: 'student'; id: string }

/** Tells all servers of a notice, once its transaction commits. */
export function tellOf(app: Pick<App, 'news'>, tx: Tx, notice: NoticeRow): Promise<void> {
  return app.news.tell(tx, TOPIC, notice.studentId ?? notice.ageCategory ?? 'all')
}

/** Reads what was told; where news were missed, everybody is concerned. */
export function concernedBy(word: string | undefined): Concerned {
  if (word === undefined || word === 'all') return { kind: 'all' }
  const category = ageCategories.find((one) => one === word)
  return category ? { kind: 'category', category } : { kind: 'student', id: word }
}
