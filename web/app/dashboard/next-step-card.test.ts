import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { describe, expect, test } from 'vitest'
import { makeAttempt, makeVideo } from '../../test-samples.ts'
import { chooseNextStep } from './next-step-card.tsx'

type Facts = Parameters<typeof chooseNextStep>[0]
const choose = (videos: readonly Video[], attempts: readonly AttemptSummary[] = [], changes: Partial<Facts> = {}) =>
  chooseNextStep({
    videos,
    category: '11-20',
    running: undefined,
    quizzes: { attempts, formerQuizzes: [] },
    ...changes,
  })

const watched = (id: string, seenAt: string | null = null) => makeVideo(id, { isWatched: true, seenAt })

describe('the next step', () => {
  test('is the running quiz before everything else', () => {
    const running = makeAttempt('a', { state: 'running' })
    const videos = [watched('b'), makeVideo('a')]
    expect(choose(videos, [running], { running })).toMatchObject({ kind: 'continue', video: { _id: 'a' } })
    // Its video is no longer listed, so only the running quiz's bar leads to it.
    expect(choose([watched('b')], [running], { running })).toMatchObject({ kind: 'quiz' })
  })

  test('is the quiz of the most recently watched video', () => {
    const videos = [watched('a', '2026-11-20T09:00:00Z'), watched('b', '2026-11-21T09:00:00Z'), makeVideo('c')]
    expect(choose(videos)).toMatchObject({ kind: 'quiz', video: { _id: 'b' } })
    expect(choose(videos, [makeAttempt('b')])).toMatchObject({ kind: 'quiz', video: { _id: 'a' } })
  })

  test('is the unfinished video, or else the next one, once no watched video has an open quiz', () => {
    const started = makeVideo('c', { seenAt: '2026-11-21T09:00:00Z', positionSeconds: 20 })
    expect(choose([watched('a'), makeVideo('b'), started], [makeAttempt('a')])).toMatchObject({ video: { _id: 'c' } })
    expect(choose([watched('a'), makeVideo('b')], [makeAttempt('a')])).toMatchObject({
      kind: 'watch',
      video: { _id: 'b' },
    })
  })

  test('is never a quiz that cannot be taken', () => {
    const next = { kind: 'watch', video: { _id: 'b' } }
    const videos = [watched('a'), makeVideo('b')]
    expect(choose(videos, [], { category: null })).toMatchObject(next)
    expect(choose(videos, [], { category: '5-10' })).toMatchObject(next)
    expect(choose(videos, [], { quizzes: undefined })).toMatchObject(next)
    const formerQuizzes = [{ videoId: 'a', ageCategory: '11-20' as const }]
    expect(choose(videos, [], { quizzes: { attempts: [], formerQuizzes } })).toMatchObject(next)
  })

  test('is never a video whose quiz was already taken', () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const videos = ids.map((id) => makeVideo(id))
    expect(
      choose(
        videos,
        ids.map((id) => makeAttempt(id)),
      ),
    ).toMatchObject({ kind: 'done' })
    expect(choose(videos, [makeAttempt('a')])).toMatchObject({ kind: 'watch', video: { _id: 'b' } })
  })

  test('is a payment if only locked videos are left, and to come back later if nothing is left', () => {
    const locked = makeVideo('z', { isLocked: true })
    const free = watched('a')
    expect(choose([locked, free], [makeAttempt('a')])).toEqual({ kind: 'unlock', video: free, lockedCount: 1 })
    expect(choose([free], [makeAttempt('a')])).toEqual({ kind: 'done', video: free })
    expect(choose([])).toEqual({ kind: 'no-videos' })
  })
})
