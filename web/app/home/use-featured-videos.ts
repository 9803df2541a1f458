import type { Video } from '@baobab/contract/videos.ts'
import { useCallback, useEffect, useState } from 'react'

/** What Home shows of a video: part of the contract's shape. Only its type comes along, so that Home carries no zod. */
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

/** The public list, fetched once after the page has come to life; `retry` asks again. */
export function useFeaturedVideos(): { featured: FeaturedState; retry: () => void } {
  const [featured, setFeatured] = useState<FeaturedState>({ state: 'loading' })
  const [tries, setTries] = useState(0)

  useEffect(() => {
    const leaving = new AbortController()
    fetchVideos(leaving.signal).then(
      (videos) => setFeatured({ state: 'ready', videos }),
      () => {
        if (!leaving.signal.aborted) setFeatured({ state: 'failed' })
      },
    )
    return () => leaving.abort()
  }, [tries])

  const retry = useCallback(() => {
    setFeatured({ state: 'loading' })
    setTries((count) => count + 1)
  }, [])
  return { featured, retry }
}

async function fetchVideos(signal: AbortSignal): Promise<readonly FeaturedVideo[]> {
  const reply = await fetch('/api/videos', { headers: { accept: 'application/json' }, signal })
  if (!reply.ok) throw new Error(`GET /api/videos answered ${reply.status}`)
  const body: unknown = await reply.json()
  if (!isVideoList(body)) throw new Error('GET /api/videos did not answer a list of videos')
  return body
}

function isVideoList(body: unknown): body is FeaturedVideo[] {
  return Array.isArray(body) && body.every((one: unknown) => typeof one === 'object' && one !== null && 'title' in one)
}

/** How many questions a video has for the group with more of them: a visitor's age is not known yet. */
export function maxQuestionCount({ questionCounts }: FeaturedVideo): number {
  return Math.max(questionCounts['5-10'], questionCounts['11-20'])
}
