import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { readQuizTime } from '@baobab/contract/quiz/endpoints.ts'
import { POINTS_PER_ANSWER, QUIZ_SECONDS } from '@baobab/contract/quiz/rules.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { apiQuery } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { MaintenanceNoteOnDemand } from '../maintenance/maintenance-bar.tsx'
import { useMaintenance } from '../maintenance/use-maintenance.ts'
import { paths } from '../paths.ts'
import { MakeAPayment } from '../settings/make-a-payment.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { formatCount } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { Thumb } from '../ui/video-card.tsx'
import { text } from './text.ts'

type Props = {
  video: Video
  /** The number of questions in the student's category; undefined if the student has no category. */
  questionCount: number | undefined
  onStart: () => void
}

/** Shown before the quiz: its rules and the start button, or why it cannot start. */
export function QuizIntro({ video, questionCount, onStart }: Props) {
  return (
    <div className="split grid">
      <section className="stack">
        <div className="phead">
          <div>
            <h1>{video.title}</h1>
            <p>{questionCount === undefined ? text.questionsUnknown : formatCount(questionCount, 'question')}</p>
          </div>
        </div>
        <StartOrReason video={video} questionCount={questionCount} onStart={onStart} />
      </section>
      <div className="card card--flush quiz-cover">
        <Thumb posterUrl={video.posterUrl} isLocked={video.isLocked} isFirst />
      </div>
    </div>
  )
}

/** The rules, with this student's time. */
function OwnQuizRules({ videoTitle }: { videoTitle: string }) {
  const username = useStudentSession()?.username ?? ''
  const profile = useQuery(apiQuery(readStudentProfile, { params: { username } }))
  const { extraTimeFactor = 1, wantsReading = false, ageCategory = null } = profile.data?.data ?? {}
  const params = { videoTitle, ageCategory: ageCategory ?? '11-20' }
  const time = useQuery({ ...apiQuery(readQuizTime, { params }), enabled: wantsReading && ageCategory !== null })
  const rule = wantsReading ? text.ruleReadingTime(time.data?.seconds) : text.ruleTime(QUIZ_SECONDS * extraTimeFactor)
  return <QuizRules timeRule={rule} />
}

function StartOrReason({ video, questionCount, onStart }: Props): ReactNode {
  const maintenance = useMaintenance()
  const toVideo = (
    <Link className={buttonClass({ kind: 'line' })} to={paths.student.video(video._id)}>
      {text.watchVideo}
    </Link>
  )
  if (video.isLocked)
    return (
      <>
        <Note kind="warn" icon="lock-simple">
          {text.paymentNeeded}
        </Note>
        <div className="row">
          <Link className={buttonClass()} to={paths.student.payment} reloadDocument>
            <MakeAPayment />
          </Link>
        </div>
      </>
    )
  if (questionCount === undefined)
    return (
      <>
        <Note kind="warn">{quizText.ageCategoryNotSet}</Note>
        <div className="row">
          {toVideo}
          <Link className={buttonClass({ kind: 'quiet' })} to={paths.student.setting}>
            {text.openSettings}
          </Link>
        </div>
      </>
    )
  if (questionCount === 0)
    return (
      <>
        <Note kind="warn">{quizText.noTriviaForYourAge}</Note>
        <div className="row">
          {toVideo}
          <Link className={buttonClass({ kind: 'quiet' })} to={paths.student.trivia}>
            {text.seeOtherQuizzes}
          </Link>
        </div>
      </>
    )
  if (maintenance && maintenance.phase !== 'planned')
    return (
      <>
        <MaintenanceNoteOnDemand maintenance={maintenance} />
        <div className="row">{toVideo}</div>
      </>
    )
  if (!video.isWatched) return <WatchFirst video={video} onStart={onStart} />
  return (
    <>
      <div className="row">
        <Button kind="accent" onClick={onStart}>
          {text.startQuiz}
        </Button>
        {toVideo}
      </div>
      <OwnQuizRules videoTitle={video.title} />
    </>
  )
}

/** There is only one try, so a student who has not watched the video is warned before the clock starts. */
function WatchFirst({ video, onStart }: Pick<Props, 'video' | 'onStart'>) {
  return (
    <>
      <Note kind="warn">{text.notWatched}</Note>
      <div className="row">
        <Link className={buttonClass({ kind: 'accent' })} to={paths.student.video(video._id)}>
          {text.watchFirst}
        </Link>
        <Button kind="quiet" onClick={onStart}>
          {text.startAnyway}
        </Button>
      </div>
      <OwnQuizRules videoTitle={video.title} />
    </>
  )
}

const rules: { icon: IconName; rule: string }[] = [
  { icon: 'check-circle', rule: text.rulePoints(POINTS_PER_ANSWER) },
  { icon: 'lock-simple', rule: text.ruleOneTry },
  { icon: 'wifi-slash', rule: text.ruleOffline },
]

/**
 * The rules for every quiz, shown before it starts.
 * @param props.timeRule says how much time there is
 */
export function QuizRules({ timeRule = text.ruleTime(QUIZ_SECONDS) }: { timeRule?: string }) {
  const all = [{ icon: 'timer' as const, rule: timeRule }, ...rules]
  return (
    <section className="card stack" aria-labelledby="quiz-rules">
      <h2 id="quiz-rules">{text.rulesHeading}</h2>
      <ul className="stack stack-3">
        {all.map(({ icon, rule }) => (
          <li key={icon} className="row nowrap start">
            <Icon name={icon} />
            <span className="grow">{rule}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
