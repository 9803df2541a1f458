import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeAttempt, makeVideo } from '../../test-samples.ts'
import { chooseNextStep, isFinished, stepPath, type NextStep, type StepFacts } from './next-step.ts'

const choose = (videos: readonly Video[], attempts: readonly AttemptSummary[] = [], changes: Partial<StepFacts> = {}) =>
  chooseNextStep({
    videos,
    category: '11-20',
    running: undefined,
    quizzes: { attempts, formerQuizzes: [] },
    today: undefined,
    day: undefined,
    ...changes,
  })

const watched = (id: string, seenAt: string | null = null) => makeVideo(id, { isWatched: true, seenAt })
const replayOf = (id: string) => ({ videoId: id, videoTitle: id, ageCategory: '11-20' as const, newCount: 2 })
const practice = (count: number, isDone = false) => ({ practice: { count, isDone }, replays: [] })

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

  test('is never a quiz that cannot be taken, nor a video whose quiz was taken', () => {
    const next = { kind: 'watch', video: { _id: 'b' } }
    const videos = [watched('a'), makeVideo('b')]
    expect(choose(videos, [], { category: null })).toMatchObject(next)
    expect(choose(videos, [], { category: '5-10' })).toMatchObject(next)
    expect(choose(videos, [], { quizzes: undefined })).toMatchObject(next)
    const formerQuizzes = [{ videoId: 'a', ageCategory: '11-20' as const }]
    expect(choose(videos, [], { quizzes: { attempts: [], formerQuizzes } })).toMatchObject(next)
    expect(choose([makeVideo('a'), makeVideo('b')], [makeAttempt('a')])).toMatchObject(next)
  })

  test('is the day’s practice, then new questions, then a payment, and rest only if nothing is left', () => {
    const [free, locked] = [watched('a'), makeVideo('z', { isLocked: true })]
    const finish = (videos: readonly Video[], today?: StepFacts['today']) =>
      choose(videos, [makeAttempt('a')], { today })
    expect(finish([locked, free], practice(3))).toEqual({ kind: 'practice', video: free, count: 3 })
    const replay = replayOf('a')
    expect(finish([locked, free], { ...practice(3, true), replays: [replay] })).toMatchObject({
      kind: 'replay',
      replay,
    })
    expect(finish([locked, free], practice(3, true))).toEqual({ kind: 'unlock', video: free, lockedCount: 1 })
    expect(finish([free], practice(3, true))).toEqual({ kind: 'rest', video: free })
    expect(finish([free])).toEqual({ kind: 'rest', video: free })
    expect(choose([])).toEqual({ kind: 'no-videos' })
  })
})

/** The steps of a kind; some kinds share a type. */
type OfKind<Kind> = NextStep extends infer Step
  ? Step extends { kind: infer K }
    ? Kind extends K
      ? Step
      : never
    : never
  : never

const anyId = fc.constantFrom('a', 'b', 'c', 'd')
const anyCategory = fc.constantFrom('5-10' as const, '11-20' as const)
const anyVideos = fc.uniqueArray(anyId).chain((ids) =>
  fc.tuple(
    ...ids.map((id) =>
      fc
        .record({
          isLocked: fc.boolean(),
          isWatched: fc.boolean(),
          seenAt: fc.constantFrom(null, '2026-11-20T09:00:00Z', '2026-11-21T09:00:00Z'),
          questionCounts: fc.record({ '5-10': fc.nat(1), '11-20': fc.nat(1) }),
        })
        .map((changes) => makeVideo(id, changes)),
    ),
  ),
)
const anyAttempt = fc
  .tuple(anyId, anyCategory, fc.constantFrom('running' as const, 'locked' as const))
  .map(([id, ageCategory, state]) => makeAttempt(id, { ageCategory, state }))
const anyFacts: fc.Arbitrary<StepFacts> = fc.record({
  videos: anyVideos,
  category: fc.option(anyCategory),
  running: fc.option(anyAttempt, { nil: undefined }),
  quizzes: fc.option(
    fc.record({
      attempts: fc.array(anyAttempt),
      formerQuizzes: fc.array(fc.record({ videoId: anyId, ageCategory: anyCategory })),
    }),
    { nil: undefined },
  ),
  today: fc.option(
    fc.record({
      practice: fc.record({ count: fc.nat(3), isDone: fc.boolean() }),
      replays: fc.array(anyId.map(replayOf)),
    }),
    { nil: undefined },
  ),
  day: fc.option(fc.constantFrom('2026-11-02', '2026-11-03'), { nil: undefined }),
})

test('the next step always leads somewhere: whatever it names is there, open, and not done', () => {
  const isSound: { [Kind in NextStep['kind']]: (step: OfKind<Kind>, facts: StepFacts) => boolean } = {
    continue: ({ video }, { running }) => video._id === running?.videoId,
    watch: ({ video }, facts) => !video.isLocked && !video.isWatched && !isFinished(video, facts),
    quiz: ({ video }, facts) => !video.isLocked && video.isWatched && !isFinished(video, facts),
    practice: ({ count }, { today }) => count > 0 && today?.practice.isDone === false,
    replay: ({ replay }, { today }) => today?.replays.includes(replay) === true,
    unlock: ({ lockedCount }, { videos }) => lockedCount > 0 && lockedCount === videos.filter((v) => v.isLocked).length,
    rest: ({ video }, { videos }) => !video.isLocked && videos.every((one) => !one.isLocked),
    'no-videos': (_, { videos }) => videos.length === 0,
  }
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const step = chooseNextStep(facts)
      const named = 'video' in step ? [step.video] : []
      expect(facts.videos).toEqual(expect.arrayContaining(named))
      const check = isSound[step.kind] as (step: NextStep, facts: StepFacts) => boolean
      expect([step.kind, check(step, facts)]).toEqual([step.kind, true])
      expect(stepPath(step)).toMatch(/^\/student\/\w/)
    }),
  )
})

test('in a week, each morning shows something that was not there the morning before', () => {
  // The student finishes everything that is open each day. A new video comes on the fifth day.
  const days = Array.from({ length: 7 }, (_, n) => `2026-11-0${2 + n}`)
  const mornings = days.map((day, n) => {
    const videos = ['a', 'b', 'c', ...(n >= 4 ? ['d'] : [])].map((id) => watched(id))
    const done = n === 0 ? [] : videos.filter(({ _id }) => n !== 4 || _id !== 'd').map(({ _id }) => makeAttempt(_id))
    return choose(videos, done, { day, today: practice(n === 0 ? 0 : 3) })
  })
  expect(mornings.map(({ kind }) => kind)).toEqual([
    'quiz',
    'practice',
    'practice',
    'practice',
    'quiz',
    'practice',
    'practice',
  ])
  mornings.forEach((step, n) => expect(step).not.toEqual(mornings[n - 1]))
})
