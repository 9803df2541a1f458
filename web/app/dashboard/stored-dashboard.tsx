// The last replies shown on the dashboard, stored with the login so that the app can start without a network. The profile is excluded: a
// phone that is lent or lost must not contain an address.
import { ageCategories, DEFAULT_CATEGORY } from '@baobab/contract/accounts/rules.ts'
import { leaderboard, myRank, neighbours } from '@baobab/contract/leaderboard/endpoints.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { readToday } from '@baobab/contract/quiz/practice.ts'
import { listVideos, type Video } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isExpired } from '../api/mend-pictures.ts'
import { apiQuery, queryClient } from '../api/query.ts'
import { readDashboardText, storeDashboardText, studentSession, type StudentSession } from '../api/session.ts'
import { formatDay, formatTime } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { useOnline } from '../ui/online.tsx'
import { text } from './text.ts'

const MAX_AGE_MS = 7 * 24 * 3_600_000
/** A reply is stored again only if it is this much newer than the stored one, because boards are requested every few seconds. */
const RENEW_MS = 60_000
/** Waits for the page's other replies. */
const PAUSE_MS = 1_000

const videosKey = apiQuery(listVideos, {}).queryKey

/** The stored reply to each query, in the order of `listKeys`; null if there was none. */
type Reply = { data: unknown; updatedAt: number } | null
/** `version` is that of the app: another one may expect differently shaped replies. */
type Stored = { studentId: string; version: string; replies: Reply[] }

function listKeys(session: StudentSession): (readonly unknown[])[] {
  const ageCategory = ageCategories.find((category) => category === session.ageCategory)
  return [
    videosKey,
    apiQuery(listAttempts, {}).queryKey,
    apiQuery(readToday, {}).queryKey,
    apiQuery(leaderboard, { query: { ageCategory: DEFAULT_CATEGORY } }).queryKey,
    apiQuery(myRank, { query: { ageCategory } }).queryKey,
    apiQuery(neighbours, { query: { ageCategory } }).queryKey,
  ]
}

/** Changes with every build. Undefined in development, where nothing is stored. */
const readVersion = (): string | undefined => globalThis.__reactRouterManifest?.version

/**
 * Shows the stored replies until newer ones arrive. They are stale at once, so every page that uses them requests new ones. Does nothing if
 * the page already has newer ones.
 */
export function restoreDashboard(now = Date.now()): void {
  const session = studentSession()
  const stored = session && readStored()
  if (!stored || stored.studentId !== session.studentId || stored.version !== readVersion()) return
  listKeys(session).forEach((queryKey, at) => {
    const reply = stored.replies[at]
    if (!reply || now - reply.updatedAt > MAX_AGE_MS || queryClient.getQueryState(queryKey)?.data !== undefined) return
    const data = queryKey === videosKey ? removeLostPosters(reply.data as Video[]) : reply.data
    queryClient.setQueryData(queryKey, data, { updatedAt: reply.updatedAt })
    void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  })
}

function readStored(): Stored | undefined {
  try {
    return JSON.parse(readDashboardText() ?? '') as Stored
  } catch {
    return undefined
  }
}

/** Removes posters that cannot be loaded: without one, the cover shows a pattern. */
function removeLostPosters(videos: Video[]): Video[] {
  const isLost = (link: string) => !navigator.onLine || isExpired(link)
  return videos.map((video) => (video.posterUrl && isLost(video.posterUrl) ? { ...video, posterUrl: null } : video))
}

function readReplies(session: StudentSession): Reply[] {
  return listKeys(session).map((queryKey) => {
    const { data, dataUpdatedAt = 0 } = queryClient.getQueryState(queryKey) ?? {}
    return data === undefined ? null : { data, updatedAt: dataUpdatedAt }
  })
}

/** Stores the dashboard's replies as they arrive. */
export function useStoreDashboard(): void {
  useEffect(() => {
    let stored: Reply[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const store = () => {
      timer = undefined
      const [session, version] = [studentSession(), readVersion()]
      if (!session || version === undefined) return
      stored = readReplies(session)
      storeDashboardText(JSON.stringify({ studentId: session.studentId, version, replies: stored } satisfies Stored))
    }
    const check = () => {
      const session = studentSession()
      const isNew = (reply: Reply, at: number) => reply && reply.updatedAt - (stored[at]?.updatedAt ?? 0) > RENEW_MS
      if (session && readReplies(session).some(isNew)) timer ??= setTimeout(store, PAUSE_MS)
    }
    check()
    const unsubscribe = queryClient.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated') check()
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [])
}

/** If new data arrives sooner, the page shows no note. */
const SLOW_MS = 5_000
/** No event reports that a silent network has recovered. */
const RETRY_MS = 15_000

/** Whether a reply is older than this document, so that an earlier one stored it. */
const isFromEarlierLoad = (updatedAt: number) => updatedAt < performance.timeOrigin

/** Says how old the page's numbers are if they are stored ones and newer ones have not arrived for a while. */
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

/** Repeats failed requests while the device believes it has a network. */
function useRetry(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined
    const hasFailed = ({ state }: { state: { status: string } }) => state.status === 'error'
    const timer = setInterval(() => void queryClient.refetchQueries({ type: 'active', predicate: hasFailed }), RETRY_MS)
    return () => clearInterval(timer)
  }, [isWanted])
}

/** Describes the time for use in a sentence, such as '2:05 pm today'. */
export function describeTime(at: Date, now: Date): string {
  const [day, time] = [formatDay(at), formatTime(at)]
  if (day === formatDay(now)) return text.storedToday(time)
  const yesterday = new Date(now.getTime() - 24 * 3_600_000)
  return day === formatDay(yesterday) ? text.storedYesterday(time) : text.storedOn(day, time)
}
