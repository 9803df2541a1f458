import type { ReportReason } from '@baobab/contract/quiz/forms.ts'

/** What can be wrong with a question, as students choose it and admins read it. */
export const reasonLabels: Record<ReportReason, string> = {
  'wrong-answer': 'The correct answer is wrong',
  unclear: 'It is hard to understand',
  spelling: 'It has a spelling mistake',
  other: 'Something else',
}
