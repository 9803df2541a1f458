import { quizText } from '@baobab/contract/quiz-text.ts'
import type { Video } from '@baobab/contract/videos.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { MakeAPayment } from '../settings/make-a-payment.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { formatCount } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { Thumb } from '../ui/thumb.tsx'
import { QuizRules } from './quiz-rules.tsx'

type Props = {
  video: Video
  /** In the student's category; undefined where that is not known. */
  questionCount: number | undefined
  onStart: () => void
}

/** What awaits the student, said before it bites; and the start, or why there is none. */
export function QuizIntro({ video, questionCount, onStart }: Props) {
  return (
    <div className="split grid">
      <section className="stack stack-6">
        <div className="phead">
          <div>
            <h1>{video.title}</h1>
            {video.description && <p>{video.description}</p>}
          </div>
        </div>
        <p className="lead">
          {questionCount === undefined ? 'Questions: N/A' : formatCount(questionCount, 'question')}
        </p>
        <WayIn video={video} questionCount={questionCount} onStart={onStart} />
      </section>
      <div className="card card--flush quiz-cover">
        <Thumb posterUrl={video.posterUrl} isLocked={video.isLocked} />
      </div>
    </div>
  )
}

function WayIn({ video, questionCount, onStart }: Props): ReactNode {
  const toVideo = (
    <Link className={buttonClass({ kind: 'line' })} to={paths.student.video(video._id)}>
      Watch Video
    </Link>
  )
  if (video.isLocked)
    return (
      <>
        <Note kind="warn" icon="lock-simple">
          This video and its quiz open with a payment.
        </Note>
        <div className="row">
          <Link className={buttonClass({ kind: 'accent' })} to={paths.student.payment} reloadDocument>
            <MakeAPayment />
          </Link>
        </div>
      </>
    )
  if (questionCount === undefined || questionCount === 0)
    return (
      <>
        <Note kind="warn">{questionCount === 0 ? quizText.noTriviaForYourAge : quizText.ageCategoryNotSet}</Note>
        <div className="row">
          {toVideo}
          {questionCount === 0 ? (
            <Link className={buttonClass({ kind: 'quiet' })} to={paths.student.trivia}>
              See other quizzes
            </Link>
          ) : (
            <Link className={buttonClass({ kind: 'quiet' })} to={paths.student.setting}>
              Open Settings
            </Link>
          )}
        </div>
      </>
    )
  return (
    <>
      <QuizRules />
      <div className="row">
        <Button kind="accent" onClick={onStart}>
          Start Quiz
        </Button>
        {toVideo}
      </div>
    </>
  )
}
