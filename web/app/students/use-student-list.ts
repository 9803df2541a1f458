import { listStudents, type StudentSelection } from '@baobab/contract/students.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { useCursorPages } from '../ui/data-table/use-cursor-pages.ts'

export const STUDENTS_A_PAGE = 25
const TOTAL_LASTS_MS = 5 * 60_000

/** A page of the students of a view. The rows of the page before stay until the next ones are there. */
export function useStudentList(view: StudentSelection) {
  const steps = useCursorPages()
  const { cursor } = steps
  const query = { ...view, limit: STUDENTS_A_PAGE }
  const list = useQuery({
    ...apiQuery(listStudents, { query: cursor === undefined ? query : { ...query, cursor } }),
    placeholderData: keepPreviousData,
  })
  // The first page alone knows how many there are.
  const total = useQuery({
    ...apiQuery(listStudents, { query }),
    select: (first) => first.total,
    staleTime: TOTAL_LASTS_MS,
    retry: false,
  })
  return { list, total: total.data ?? null, ...steps }
}
