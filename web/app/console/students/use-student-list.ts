import { allStudents, type StudentSelection } from '@baobab/contract/console.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { q } from '../../api/q.ts'
import { usePages } from '../table/use-pages.ts'

export const STUDENTS_A_PAGE = 25
const TOTAL_LASTS_MS = 5 * 60_000

/** A page of the students of a view. The rows of the page before stay until the next ones are there. */
export function useStudentList(view: StudentSelection) {
  const steps = usePages()
  const { cursor } = steps
  const query = { ...view, limit: STUDENTS_A_PAGE }
  const list = useQuery({
    ...q(allStudents, { query: cursor === undefined ? query : { ...query, cursor } }),
    placeholderData: keepPreviousData,
  })
  // The first page alone knows how many there are.
  const total = useQuery({
    ...q(allStudents, { query }),
    select: (first) => first.total,
    staleTime: TOTAL_LASTS_MS,
    retry: false,
  })
  return { list, total: total.data ?? null, ...steps }
}
