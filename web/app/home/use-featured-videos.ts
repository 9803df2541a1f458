import type { Video } from '@baobab/contract/videos.ts'
import { useCallback, useEffect, useState } from 'react'
import { withTimeLimit } from '../api/time-limit.ts'

/** The fields of a video that Home shows. Only the contract's type is imported, so that Home does not load zod. */
export type FeaturedVideo = Pick<
  Video,
  | '_id'
  | 'title'
  | 'description'
  | 'posterUrl'
  | 'durationSeconds'
  | 'sizeBytes'
  | 'renditions'
  | 'questionCounts'
  | 'access'
>

export type FeaturedState =
  { state: 'loading' } | { state: 'failed' } | { state: 'ready'; videos: readonly FeaturedVideo[] }

/** The public list of videos, fetched once after hydration; `retry` fetches it again. */
export function useFeaturedVideos(): { featured: FeaturedState; retry: () => void } {
  const [featured, setFeatured] = useState<FeaturedState>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const leaving = new AbortController()
    withTimeLimit(fetchVideos, { signal: leaving.signal }).then(
      (videos) => setFeatured({ state: 'ready', videos }),
      () => {
        if (!leaving.signal.aborted) setFeatured({ state: 'failed' })
      },
    )
    return () => leaving.abort()
  }, [attempt])

  const retry = useCallback(() => {
    setFeatured({ state: 'loading' })
    setAttempt((count) => count + 1)
  }, [])
  return { featured, retry }
}

async function fetchVideos(signal: AbortSignal): Promise<readonly FeaturedVideo[]> {
  const reply = await fetch('/api/videos', { headers: { accept: 'application/json' }, signal })
  if (!reply.ok) throw new Error(`GET /api/videos returned ${reply.status}`)
  const body: unknown = await reply.json()
  if (!isVideoList(body)) throw new Error('GET /api/videos did not return a list of videos')
  return body
}

function isVideoList(body: unknown): body is FeaturedVideo[] {
  return (
    Array.isArray(body) && body.every((item: unknown) => typeof item === 'object' && item !== null && 'title' in item)
  )
}

/** Returns the number of questions in the larger of a video's two quizzes: a visitor's age category is unknown. */
export function maxQuestionCount({ questionCounts }: FeaturedVideo): number {
  return Math.max(questionCounts['5-10'], questionCounts['11-20'])
}
