import { lagosDate } from '@baobab/contract/age.ts'
import type { Period } from '@baobab/contract/metrics.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { toSearchParams, parsePeriod, type Choice } from './period.ts'

/** The period stands in the address: it can be kept as a bookmark and sent to a colleague. */
export function usePeriod() {
  const [today] = useState(() => lagosDate(new Date()))
  const [params, setParams] = useSearchParams()
  const chosen = parsePeriod(params, today)
  const go = (choice: Choice, shown: Period = chosen) =>
    setParams(toSearchParams(choice, shown), { replace: true, preventScrollReset: true })
  return { today, chosen, go }
}
