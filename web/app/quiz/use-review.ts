import { leaderboard, myRank } from '@baobab/contract/leaderboard.ts'
import { listAttempts, reviewAttempt } from '@baobab/contract/quiz.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidate, q } from '../api/q.ts'
import { useKept } from './use-outbox.ts'
import { isOverRefusal } from './rules.ts'
import type { Quiz } from './use-quizzes.ts'

/** The review of a locked attempt, and how many answers came too late for it. */
export function useReview({ video, ageCategory }: Quiz) {
  const kept = useKept()
  const review = useQuery(q(reviewAttempt, { params: { videoTitle: video.title, ageCategory } }))
  const late = kept.filter(
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
