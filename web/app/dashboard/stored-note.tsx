import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiQuery, queryClient } from '../api/query.ts'
import { formatDay, formatTime } from '../ui/dates.ts'
import { Note } from '../ui/note.tsx'
import { useOnline } from '../ui/use-online.ts'
import { text } from './text.ts'

/** A page that gets new data sooner shows no note. */
const SLOW_MS = 5_000
/** No event reports that a silent network has recovered. */
const RETRY_MS = 15_000

/** Whether a reply is older than this document: it was stored by an earlier one. */
const isFromEarlierLoad = (updatedAt: number) => updatedAt < performance.timeOrigin

/** Says from when the numbers of the page are, while they are stored ones and newer ones have not arrived for some time. */
export function StoredNote() {
  const isOnline = useOnline()
  const isSlow = useSlow()
  const [openedAt] = useState(() => new Date())
  const queries = [useQuery(apiQuery(listVideos, {})), useQuery(apiQuery(listAttempts, {}))]
  const times = queries.flatMap(({ data, dataUpdatedAt }) => (data === undefined ? [] : [dataUpdatedAt]))
  const storedAt = Math.min(...times.filter(isFromEarlierLoad))
  const isStored = Number.isFinite(storedAt)
  useRetry(isStored && isOnline && queries.some(({ isError }) => isError))
  if (!isStored || (isOnline && !isSlow)) return null
  return (
    <Note icon="timer" role="status">
      {describeTime(new Date(storedAt), openedAt)} {isOnline && text.slowNetwork}
    </Note>
  )
}

/** Whether the page has been open for some seconds. */
function useSlow(): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

/** Requests again what has failed, while the device believes that it has a network. */
function useRetry(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined
    const hasFailed = ({ state }: { state: { status: string } }) => state.status === 'error'
    const timer = setInterval(() => void queryClient.refetchQueries({ type: 'active', predicate: hasFailed }), RETRY_MS)
    return () => clearInterval(timer)
  }, [isWanted])
}

/** '2:05 pm today' in a sentence. */
export function describeTime(at: Date, now: Date): string {
  const [day, time] = [formatDay(at), formatTime(at)]
  if (day === formatDay(now)) return text.storedToday(time)
  const yesterday = new Date(now.getTime() - 24 * 3_600_000)
  return day === formatDay(yesterday) ? text.storedYesterday(time) : text.storedOn(day, time)
}
