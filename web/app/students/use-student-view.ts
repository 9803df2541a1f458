import type { StudentSelection } from '@baobab/contract/students.ts'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { toSearchParams, parseSelection } from './student-view.ts'

/** The view stands in the address: it can be kept as a bookmark and sent to a colleague. */
export function useStudentView() {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (to: (view: StudentSelection) => StudentSelection) =>
      setParams((now) => toSearchParams(to(parseSelection(now))), { replace: true, preventScrollReset: true }),
    [setParams],
  )
  return [parseSelection(params), change] as const
}
