import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import { formatCount } from '../../ui/format.ts'
import { text } from './text.ts'

/** Returns how many questions a quiz has, and how many it asks if these are fewer: '12 questions', '5 of 12 questions'. */
export function describeQuestions(
  { questionCounts, poolCounts }: Pick<AdminVideo, 'questionCounts' | 'poolCounts'>,
  category: AgeCategory,
): string {
  const [asked, pool] = [questionCounts[category], formatCount(poolCounts[category], 'question')]
  return asked === poolCounts[category] ? pool : text.askedOfPool(asked, pool)
}
