// What the page of reports reads from its address, and how a report compares with the question as it is now. Pure.
import { toComparisonKey } from '@baobab/contract/quiz/rules.ts'
import type { QuestionStatistics } from '@baobab/contract/quiz/admin.ts'
import {
  reportGroupOrders,
  reportGroupStates,
  type ReceivedReport,
  type ReportGroupOrder,
  type ReportGroupState,
} from '@baobab/contract/quiz/corrections.ts'

export const GROUPS_PER_PAGE = 25

type Selection = { show: ReportGroupState; order: ReportGroupOrder }

/** Reads which reports an address selects, and their order. Unknown values count as the first one of each. */
export function parseSelection(params: URLSearchParams): Selection {
  return {
    show: reportGroupStates.find((state) => state === params.get('show')) ?? 'open',
    order: reportGroupOrders.find((order) => order === params.get('order')) ?? 'most-reported',
  }
}

/** Returns the query of the page of the list in an address. */
export function toReportsQuery(params: URLSearchParams) {
  const cursor = params.get('cursor')
  return { ...parseSelection(params), limit: GROUPS_PER_PAGE, ...(cursor && { cursor }) }
}

/** Returns the address of the first page of another selection. */
export function withSelection(params: URLSearchParams, change: Partial<Selection>): URLSearchParams {
  return new URLSearchParams({ ...parseSelection(params), ...change })
}

type Version = Pick<ReceivedReport, 'question' | 'options' | 'correctAnswer'>

/** Whether a student saw another version of a question than the present one. The order of the options does not count. */
export function sawAnotherVersion(seen: Version, now: Pick<QuestionStatistics, 'question' | 'options'>): boolean {
  const toKey = ({ question, options, correctAnswer }: Version) =>
    JSON.stringify([question, options.toSorted(), toComparisonKey(correctAnswer)])
  const options = now.options.map(({ option }) => option)
  const correctAnswer = now.options.find(({ isCorrect }) => isCorrect)?.option ?? ''
  return toKey(seen) !== toKey({ question: now.question, options, correctAnswer })
}
