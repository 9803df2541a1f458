import type { StudentSelection } from '@baobab/contract/console.ts'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { paramsOf, viewOf } from './student-view.ts'

/** The view stands in the address: it can be kept as a bookmark and sent to a colleague. */
export function useStudentView() {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (to: (view: StudentSelection) => StudentSelection) =>
      setParams((now) => paramsOf(to(viewOf(now))), { replace: true, preventScrollReset: true }),
    [setParams],
  )
  return [viewOf(params), change] as const
}
