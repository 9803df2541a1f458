import { POINTS_PER_ANSWER } from '@baobab/contract/limits.ts'
import { listAttempts } from '@baobab/contract/quiz.ts'
import { quizText } from '@baobab/contract/quiz-text.ts'
import type { Video } from '@baobab/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { formatCount } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'

/** How many questions wait after the story, and what they are worth; or how the quiz went. */
export function QuizNote({ video }: { video: Video }) {
  const category = useAgeCategory()
  const attempts = useQuery(apiQuery(listAttempts, {}))
  if (!category) return <Note kind="warn">{quizText.ageCategoryNotSet}</Note>
  const questions = video.questionCounts[category]
  if (questions === 0) return <Note>{quizText.noTriviaForYourAge}</Note>
  const done = attempts.data?.attempts.find(
    (attempt) => attempt.videoId === video._id && attempt.ageCategory === category && attempt.state === 'locked',
  )
  if (done) {
    return (
      <Note kind="ok">
        You have taken this quiz: <b>{done.score}</b> of {formatCount(done.maxScore, 'point')}.
      </Note>
    )
  }
  return (
    <Note kind="ok" icon="question">
      This video has <b>{formatCount(questions, 'question')}</b> worth up to{' '}
      <b>{formatCount(questions * POINTS_PER_ANSWER, 'point')}</b>. You get one try, so watch to the end first.
    </Note>
  )
}
