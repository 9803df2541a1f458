import { ApiError } from '@baobab/contract/kernel/api-error.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getAnswerOutbox } from './answer-outbox.ts'

const RETRY_MS = 5_000

/**
 * Whether a quiz stands still: during maintenance, and after it until the server has said how much time is left.
 * @param start the query that reads the attempt
 * @param isOn whether maintenance is on
 */
export function usePaused(start: Pick<UseQueryResult, 'dataUpdatedAt' | 'error' | 'refetch'>, isOn: boolean): boolean {
  const { dataUpdatedAt, error, refetch } = start
  /** When the attempt was last read before the end of the maintenance; undefined if there was none. */
  const [readAt, setReadAt] = useState<number>()
  const isCompleted = error instanceof ApiError && error.code === 'quiz_completed'
  const mustRead = !isOn && readAt === dataUpdatedAt && !isCompleted
  if (isOn && readAt !== dataUpdatedAt) setReadAt(dataUpdatedAt)
  if (!isOn && readAt !== undefined && !mustRead) setReadAt(undefined)
  useEffect(() => {
    if (!mustRead) return undefined
    getAnswerOutbox().retryNow()
    void refetch()
    const timer = setInterval(() => void refetch(), RETRY_MS)
    return () => clearInterval(timer)
  }, [mustRead, refetch])
  return isOn || mustRead
}
