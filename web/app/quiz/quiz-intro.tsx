import { POINTS_PER_ANSWER, QUIZ_SECONDS } from '@baobab/contract/limits.ts'
import { text } from '@baobab/contract/text.ts'
import type { Video } from '@baobab/contract/videos.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { Thumb } from '../ui/thumb.tsx'

type Props = {
  video: Video
  /** In the student's category; undefined where that is not known. */
  questionCount: number | undefined
  onStart: () => void
}

const rules: { icon: IconName; rule: string }[] = [
  {
    icon: 'timer',
    rule: `You have ${QUIZ_SECONDS} seconds for all questions. The clock starts when you press Start Quiz.`,
  },
  {
    icon: 'check-circle',
    rule: `Each correct answer gives you ${POINTS_PER_ANSWER} points. A wrong one takes nothing.`,
  },
  { icon: 'lock-simple', rule: 'You have one try, and an answer cannot be changed after you submit it.' },
  { icon: 'wifi-slash', rule: 'If your network drops, your answers are kept and sent. The clock goes on.' },
]

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
        <p className="lead">{questionCount === undefined ? 'Questions: N/A' : counted(questionCount, 'question')}</p>
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
            {text.makeAPayment}
          </Link>
        </div>
      </>
    )
  if (questionCount === undefined || questionCount === 0)
    return (
      <>
        <Note kind="warn">{questionCount === 0 ? text.noTriviaForYourAge : text.ageCategoryNotSet}</Note>
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
      <section className="card stack" aria-labelledby="quiz-rules">
        <h2 id="quiz-rules">Before you start</h2>
        <ul className="stack stack-3">
          {rules.map(({ icon, rule }) => (
            <li key={icon} className="row nowrap start">
              <Icon name={icon} />
              <span className="grow">{rule}</span>
            </li>
          ))}
        </ul>
      </section>
      <div className="row">
        <Button kind="accent" onClick={onStart}>
          Start Quiz
        </Button>
        {toVideo}
      </div>
    </>
  )
}
