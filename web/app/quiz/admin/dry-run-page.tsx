import { addQuestion } from '@baobab/contract/quiz/admin.ts'
import type { Review } from '@baobab/contract/quiz/endpoints.ts'
import { quizText, reviewTitle, scoreSentence } from '@baobab/contract/quiz/text.ts'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { failureTitle } from '../../api/error-message.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { BackLink } from '../../shell/page-link.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatCount } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Failure } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Squares } from '../../ui/squares.tsx'
import { Thumb } from '../../ui/video-card.tsx'
import { useAdminVideos } from '../../videos/admin/use-admin-videos.ts'
import { VideoNotFound, WithVideos } from '../../videos/admin/with-videos.tsx'
import { QuizRules } from '../quiz-intro.tsx'
import { QuizQuestion } from '../quiz-question.tsx'
import { describeCorrectCount, QuizScore, toReviewSquares } from '../quiz-score.tsx'
import { ReviewQuestion } from '../review-question.tsx'
import { text as quizPageText } from '../text.ts'
import { useFocusOn } from '../use-focus-on.ts'
import { CategorySwitch, useCategory } from './category-switch.tsx'
import { text } from './text.ts'
import { useDryRun } from './use-dry-run.ts'
import type { QuizKey } from './with-questions.tsx'

export const meta = () => pageMeta(text.takeQuiz)

/**
 * Lets an admin take a quiz without an attempt. With `question` in the address, shows only that question and skips the
 * introduction.
 */
export default function DryRunPage() {
  const [params] = useSearchParams()
  const category = useCategory()
  const onlyQuestion = params.get('question') ?? undefined
  const id = params.get('video')
  // The number of the current run; 0 shows the introduction.
  const [run, setRun] = useState(onlyQuestion === undefined ? 0 : 1)
  const video = useAdminVideos().data?.find(({ _id }) => _id === id)
  if (video && run === 0) return <Intro video={video} onStart={() => setRun(1)} />
  if (video)
    return (
      <DryRun
        key={run}
        quiz={{ videoId: video._id, ageCategory: category }}
        title={video.title}
        onlyQuestion={onlyQuestion}
        onAgain={() => setRun(run + 1)}
      />
    )
  return (
    <>
      <PageHead title={text.takeQuiz} />
      <WithVideos skeleton={<Skeleton shape="title" />}>{() => <VideoNotFound isNamed={id !== null} />}</WithVideos>
    </>
  )
}

/** Shows what a student reads before the quiz, and how a dry run differs from it. */
function Intro({ video, onStart }: { video: AdminVideo; onStart: () => void }) {
  const category = useCategory()
  const count = video.questionCounts[category]
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={adminPaths.trivia(video._id, category)} label={text.questions} />
        <PageHead title={video.title} lead={video.description}>
          <CategorySwitch />
        </PageHead>
      </div>
      <div className="split grid">
        <section className="stack stack-6">
          <p className="lead">{formatCount(count, 'question')}</p>
          <Note icon="eye">{text.dryRunIntro}</Note>
          {count === 0 ? (
            <>
              <Note kind="warn">{quizText.noTrivias}</Note>
              <IfAllowed who={addQuestion.who}>
                <div>
                  <Link className={buttonClass()} to={adminPaths.triviaFormFor(video._id, category)}>
                    {text.addTrivia}
                  </Link>
                </div>
              </IfAllowed>
            </>
          ) : (
            <>
              <QuizRules />
              <div>
                <Button kind="accent" onClick={onStart}>
                  {text.startQuiz}
                </Button>
              </div>
            </>
          )}
        </section>
        <div className="card card--flush quiz-cover">
          <Thumb posterUrl={video.posterUrl} />
        </div>
      </div>
    </>
  )
}

type DryRunProps = { quiz: QuizKey; title: string; onlyQuestion: string | undefined; onAgain: () => void }

/** Shows the student's own screens in sequence: the questions, the score, the review. */
function DryRun({ quiz, title, onlyQuestion, onAgain }: DryRunProps) {
  const run = useDryRun(quiz, onlyQuestion)
  const [isReviewing, setReviewing] = useState(false)
  const { query, review, steps, index, step, left, totalSeconds } = run
  const back = adminPaths.trivia(quiz.videoId, quiz.ageCategory)

  if (review && isReviewing) return <DryRunReview review={review} back={back} onAgain={onAgain} />
  if (review)
    return (
      <>
        <Note>{text.dryRunOver}</Note>
        <QuizScore review={review} lead={run.isTimeUp ? quizText.timeIsUp : quizPageText.finished}>
          <Button kind="accent" onClick={() => setReviewing(true)}>
            {text.seeReview}
          </Button>
          <Button kind="line" onClick={onAgain}>
            {text.takeAgain}
          </Button>
          <Link className={buttonClass({ kind: 'line' })} to={back}>
            {text.backToQuestions}
          </Link>
        </QuizScore>
      </>
    )
  if (step && left !== undefined && totalSeconds !== undefined)
    return (
      <QuizQuestion
        title={text.dryRunTitle(title)}
        steps={steps}
        index={index}
        step={step}
        left={left}
        totalSeconds={totalSeconds}
        chosen={run.chosen}
        onChoose={run.choose}
        onSubmit={run.answer}
        onNext={run.next}
        exit={{ to: back, label: text.leaveDryRun }}
      />
    )
  if (query.isError)
    return (
      <Failure
        heading="h1"
        title={failureTitle(query.error, quizText.quizFailed)}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
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

function DryRunReview({ review, back, onAgain }: { review: Review; back: string; onAgain: () => void }) {
  const heading = useFocusOn<HTMLHeadingElement>('review')
  return (
    <>
      <div className="phead">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {reviewTitle(review)}
          </h1>
          <p>{scoreSentence(review)}</p>
        </div>
        <Chip icon="eye">{text.dryRun}</Chip>
      </div>
      <div className="review__s">
        <Squares squares={toReviewSquares(review)} label={describeCorrectCount(review)} wrap />
      </div>
      <ol className="stack stack-3">
        {review.questions.map((question, index) => (
          <ReviewQuestion key={question._id} question={question} number={index + 1} />
        ))}
      </ol>
      <div className="row">
        <Link className={buttonClass()} to={back}>
          {text.backToQuestions}
        </Link>
        <Button kind="line" onClick={onAgain}>
          {text.takeAgain}
        </Button>
      </div>
    </>
  )
}
