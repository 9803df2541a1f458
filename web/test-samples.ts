// Samples of what the server sends, for page tests.
import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'

/** Returns a free, unwatched video of one minute with a quiz for ages 11 to 20. Its title is its id. */
export const makeVideo = (id: string, changes: Partial<Video> = {}): Video => ({
  _id: id,
  title: id,
  description: '',
  access: 'free',
  isLocked: false,
  values: [],
  series: null,
  isBookmarked: false,
  renditions: [],
  transcript: '',
  speech: 'unknown',
  posterUrl: null,
  captionsUrl: null,
  durationSeconds: 60,
  sizeBytes: 1,
  questionCounts: { '5-10': 0, '11-20': 5 },
  isWatched: false,
  positionSeconds: null,
  secondsToPlay: 54,
  seenAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  ...changes,
})

/** Returns a finished attempt at a video's quiz. */
export const makeAttempt = (videoId: string, changes: Partial<AttemptSummary> = {}): AttemptSummary => ({
  _id: videoId,
  videoId,
  videoTitle: videoId,
  hasVideo: true,
  ageCategory: '11-20',
  state: 'locked',
  score: 40,
  maxScore: 50,
  startedAt: '2026-11-23T09:00:00.000Z',
  seconds: 120,
  deadline: '2026-11-23T09:02:00.000Z',
  lockedAt: '2026-11-23T09:01:00.000Z',
  ...changes,
})
