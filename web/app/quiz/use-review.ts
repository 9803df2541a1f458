import { leaderboard, myRank } from '@baobab/contract/leaderboard.ts'
import { listAttempts, reviewAttempt } from '@baobab/contract/quiz.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidate, apiQuery } from '../api/query.ts'
import { useTrackedAnswers } from './use-outbox.ts'
import { isOverRefusal } from './rules.ts'
import type { Quiz } from './use-quizzes.ts'

/** The review of a locked attempt, and how many answers came too late for it. */
export function useReview({ video, ageCategory }: Quiz) {
  const tracked = useTrackedAnswers()
  const review = useQuery(apiQuery(reviewAttempt, { params: { videoTitle: video.title, ageCategory } }))
  const late = tracked.filter(
    ({ entry, progress }) =>
      entry.videoId === video._id &&
      entry.ageCategory === ageCategory &&
      progress.state === 'refused' &&
      isOverRefusal(progress.code),
  )
  return { review, late: late.length }
}

/** What a finished quiz changes: the lists of quizzes and the boards, and SPEC.md's hint on this phone. */
export function useLocked({ studentId, videoTitle }: { studentId: string; videoTitle: string }): void {
  useEffect(() => {
    try {
      localStorage.setItem(`quizLocked_${studentId}_${videoTitle}`, 'true')
    } catch {
      // Only a hint: the server knows.
    }
    void invalidate(listAttempts, leaderboard, myRank)
  }, [studentId, videoTitle])
}
