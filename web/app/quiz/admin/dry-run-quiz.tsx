import { quizText } from '@baobab/contract/quiz-text.ts'
import { useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { paths } from '../../paths.ts'
import { QuizQuestion } from '../quiz-question.tsx'
import { text as quizPageText } from '../text.ts'
import { Failure } from '../../ui/failure.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { DryRunResult } from './dry-run-result.tsx'
import { DryRunReview } from './dry-run-review.tsx'
import { useDryRun } from './use-dry-run.ts'
import type { QuizKey } from './use-questions.ts'

type Props = { quiz: QuizKey; title: string; only: string | undefined; onAgain: () => void }

/** The student's own screens, one after the other, on a paper that counts for nobody. */
export function DryRunQuiz({ quiz, title, only, onAgain }: Props) {
  const run = useDryRun(quiz, only)
  const [isReviewed, setReviewed] = useState(false)
  const { paper, review, steps, at, step, left, totalSeconds } = run
  const back = paths.admin.trivia(quiz.videoId, quiz.ageCategory)

  if (review && isReviewed) return <DryRunReview review={review} back={back} onAgain={onAgain} />
  if (review)
    return (
      <DryRunResult
        review={review}
        lead={run.isTimeUp ? quizText.timeIsUp : quizPageText.finished}
        back={back}
        onReview={() => setReviewed(true)}
        onAgain={onAgain}
      />
    )
  if (step && left !== undefined && totalSeconds !== undefined)
    return (
      <QuizQuestion
        title={`Dry run: ${title}`}
        steps={steps}
        index={at}
        step={step}
        left={left}
        totalSeconds={totalSeconds}
        chosen={run.chosen}
        onChoose={run.choose}
        onSubmit={run.answer}
        onNext={run.next}
        exit={{ to: back, label: 'Leave the dry run' }}
      />
    )
  if (paper.isError)
    return (
      <Failure
        heading="h1"
        title={errorMessage(paper.error)}
        isRetrying={paper.isFetching}
        onRetry={() => void paper.refetch()}
      />
    )
  return (
    <Loading text={quizText.quizLoading}>
      <Skeleton shape="title" />
      <Skeleton shape="option" />
      <Skeleton shape="option" />
      <Skeleton shape="option" />
      <Skeleton shape="option" />
    </Loading>
  )
}
