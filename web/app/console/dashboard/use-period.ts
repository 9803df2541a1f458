import { lagosDate } from '@baobab/contract/age.ts'
import type { Period } from '@baobab/contract/figures.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { paramsOf, periodOf, type Choice } from './period.ts'

/** The period stands in the address: it can be kept as a bookmark and sent to a colleague. */
export function usePeriod() {
  const [today] = useState(() => lagosDate(new Date()))
  const [params, setParams] = useSearchParams()
  const chosen = periodOf(params, today)
  const go = (choice: Choice, shown: Period = chosen) =>
    setParams(paramsOf(choice, shown), { replace: true, preventScrollReset: true })
  return { today, chosen, go }
}
