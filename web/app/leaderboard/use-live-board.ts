// Keeps an open leaderboard up to date: refetches it when the event stream reports a change.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { endpointUrl } from '@baobab/contract/kernel/client.ts'
import { leaderboard, liveBoard, myRank, neighbours } from '@baobab/contract/leaderboard/endpoints.ts'
import { useEffect, useState } from 'react'
import { lastTagOf } from '../api/call-api.ts'
import { apiQuery, queryClient } from '../api/query.ts'
import { steadyMs } from '../api/server-time.ts'
import { useOnline } from '../ui/online.tsx'
import { prefersReducedData } from '../ui/prefers-reduced-data.ts'
import { useVisible } from '../ui/use-visible.ts'
import { followBoard } from './follow-board.ts'

/** The shortest time between two fetches of a board; longer if the user asked to save data. */
const GAP_MS = 5_000
const REDUCED_DATA_GAP_MS = 15_000
/** For this long a cache or another server may still return the previous board, so fetch once more. */
const STALE_CACHE_MS = 1_500

/**
 * Follows a board while the page is visible. When it changes, refetches it and the student's own rank and neighbours.
 * @returns whether the stream is live; if not, the page has to poll
 */
export function useLiveBoard(ageCategory: AgeCategory): boolean {
  const isOpen = [useVisible(), useOnline()].every(Boolean)
  const [liveCategory, setLiveCategory] = useState<AgeCategory>()

  useEffect(() => {
    if (!isOpen) return undefined
    const stop = new AbortController()
    const refetching = throttleTask(prefersReducedData() ? REDUCED_DATA_GAP_MS : GAP_MS, () => refetch(ageCategory))
    const request = () => {
      if (stop.signal.aborted) return
      refetching.request()
      clearTimeout(timer)
      timer = setTimeout(() => refetching.request(), STALE_CACHE_MS)
    }
    let lastTag: string | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    void followBoard({
      url: endpointUrl(liveBoard, { query: { ageCategory } }),
      signal: stop.signal,
      onLive: (isLive) => setLiveCategory(isLive ? ageCategory : undefined),
      onTag: (tag) => {
        if (tag === lastTag) return
        const isFirst = lastTag === undefined
        lastTag = tag
        if (!isFirst) return request()
        void isBoardLoaded(ageCategory, tag).then((isLoaded) => !isLoaded && request())
      },
    })
    return () => {
      stop.abort()
      clearTimeout(timer)
      refetching.stop()
      setLiveCategory(undefined)
    }
  }, [ageCategory, isOpen])

  return liveCategory === ageCategory
}

/** Waits for any board request in flight, and returns whether the board now has this tag. */
async function isBoardLoaded(ageCategory: AgeCategory, tag: string): Promise<boolean> {
  const input = { query: { ageCategory } }
  const { queryKey } = apiQuery(leaderboard, input)
  if (queryClient.isFetching({ queryKey }) > 0)
    await queryClient.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: false })
  return tag === JSON.stringify({ etag: lastTagOf(endpointUrl(leaderboard, input)) })
}

/** A request in flight may have started before the change, so it is awaited instead of canceled, and then repeated. */
async function refetch(ageCategory: AgeCategory): Promise<void> {
  const input = { query: { ageCategory } }
  const queries = [apiQuery(leaderboard, input), apiQuery(myRank, input), apiQuery(neighbours, input)]
  const fetchAgain = ({ queryKey }: (typeof queries)[number]) =>
    queryClient.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: false })
  const inFlight = queries.filter(({ queryKey }) => queryClient.isFetching({ queryKey }) > 0)
  await Promise.all(inFlight.map(fetchAgain))
  await Promise.all(queries.map(fetchAgain))
}

/** Pages that receive the same event spread their requests over this time. */
const SPREAD_MS = 1_000

/**
 * Runs a task on request: never twice at the same time, and never sooner than `gapMs` after it last ended. All requests in between lead to
 * one more run. The throttle functions of libraries do not wait for asynchronous tasks.
 */
export function throttleTask(gapMs: number, task: () => Promise<unknown>) {
  let state: 'idle' | 'waiting' | 'running' | 'running, requested again' | 'stopped' = 'idle'
  let notBeforeMs = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule() {
    state = 'waiting'
    const delayMs = Math.max(0, notBeforeMs - steadyMs()) + Math.random() * SPREAD_MS
    timer = setTimeout(() => void run(), delayMs)
  }

  async function run() {
    state = 'running'
    await task().catch(() => undefined)
    notBeforeMs = steadyMs() + gapMs
    handleEnd()
  }

  function handleEnd() {
    if (state === 'running, requested again') schedule()
    else if (state === 'running') state = 'idle'
  }

  return {
    request() {
      if (state === 'idle') schedule()
      if (state === 'running') state = 'running, requested again'
    },
    stop() {
      state = 'stopped'
      clearTimeout(timer)
    },
  }
}
