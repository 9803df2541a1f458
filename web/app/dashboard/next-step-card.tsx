import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import { readDailyPractice } from '@baobab/contract/quiz/practice.ts'
import { POINTS_PER_ANSWER } from '@baobab/contract/quiz/rules.ts'
import { type Video, videoToResume } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../api/query.ts'
import { paths } from '../paths.ts'
import { findAttempt } from '../quiz/order-quizzes.ts'
import type { RunningQuiz } from '../quiz/running-quiz.tsx'
import { MakeAPayment } from '../settings/make-a-payment.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatCount } from '../ui/format.ts'
import { motifAt, type MotifName } from '../ui/motif.tsx'
import { Ring } from '../ui/ring.tsx'
import { Thumb } from '../ui/video-card.tsx'
import { isFormerQuiz, type FormerQuiz } from '../videos/is-former-quiz.ts'
import { ResumeCard } from './resume-card.tsx'
import { text } from './text.ts'

type Props = {
  step: NextStep
  /** The whole list, in which the index of a video chooses its pattern. */
  videos: readonly Video[]
  running: RunningQuiz | undefined
  category: AgeCategory | null
}

/** The first card of the dashboard: the one thing to do next. */
export function NextStepCard({ step, videos, running, category }: Props) {
  switch (step.kind) {
    case 'continue':
      return <ContinueCard quiz={running} video={videos.find(({ _id }) => _id === step.attempt.videoId)} />
    case 'quiz':
      return (
        <QuizCard
          video={step.video}
          motif={motifAt(videos.indexOf(step.video))}
          questions={category ? step.video.questionCounts[category] : 0}
        />
      )
    case 'watch':
      return <ResumeCard video={step.video} index={videos.indexOf(step.video)} />
    case 'unlock':
      return (
        <PlainCard title={text.allFreeDone} help={text.allFreeDoneHelp(step.videos.length)}>
          <PageLink className={buttonClass({ kind: 'accent' })} to={paths.student.payment} reloadDocument>
            <MakeAPayment />
          </PageLink>
          <DailyPracticeLink kind="line" />
        </PlainCard>
      )
    case 'done':
      return (
        <PlainCard title={text.allDone} help={text.allDoneHelp}>
          <DailyPracticeLink kind="accent" />
          <PageLink className={buttonClass({ kind: 'line' })} to={paths.student.scholarship}>
            {text.leaderboard}
          </PageLink>
        </PlainCard>
      )
    case 'no-videos':
      return (
        <PlainCard title={text.noVideosYet} help={text.noVideosYetHelp}>
          <PageLink className={buttonClass()} to={paths.student.scholarship}>
            {text.leaderboard}
          </PageLink>
        </PlainCard>
      )
  }
}

/** The running quiz with its clock. */
function ContinueCard({ quiz, video }: { quiz: RunningQuiz | undefined; video: Video | undefined }) {
  if (!quiz) return null
  const { attempt, left, totalSeconds, isPaused } = quiz
  return (
    <Card as="article" flush className="resume">
      <Thumb posterUrl={video?.posterUrl} isFirst />
      <div className="resume__b">
        <div className="row nowrap">
          <Ring secondsLeft={left} totalSeconds={totalSeconds} isSpoken={false} />
          <p>{isPaused ? text.quizPaused : text.quizRunning}</p>
        </div>
        <h2>{attempt.videoTitle}</h2>
        <PageLink className={buttonClass({ kind: 'accent' })} to={paths.student.quiz(attempt.videoId)}>
          {text.continueQuiz}
        </PageLink>
      </div>
    </Card>
  )
}

/** The quiz of a video that was watched. */
function QuizCard({ video, motif, questions }: { video: Video; motif: MotifName; questions: number }) {
  const points = formatCount(questions * POINTS_PER_ANSWER, 'point')
  return (
    <Card as="article" flush className="resume">
      <Thumb posterUrl={video.posterUrl} motif={motif} isFirst />
      <div className="resume__b">
        <h2>{video.title}</h2>
        <p className="muted">{text.quizOffer(formatCount(questions, 'question'), points)}</p>
        <div className="row">
          <PageLink className={buttonClass({ kind: 'accent' })} to={paths.student.quiz(video._id)}>
            {text.takeTheQuiz}
          </PageLink>
          <PageLink
            className={buttonClass({ kind: 'quiet' })}
            to={paths.student.video(video._id)}
            aria-label={text.watchAgainLabel(video.title)}
          >
            {text.watchAgain}
          </PageLink>
        </div>
      </div>
    </Card>
  )
}

/** Leads to the three old questions of the day, until they are done. */
function DailyPracticeLink({ kind }: { kind: 'accent' | 'line' }) {
  const { data } = useQuery(apiQuery(readDailyPractice, {}))
  if (!data || data.questions.length === 0) return null
  if (data.isDone) return <p className="muted">{text.practiceDone}</p>
  return (
    <PageLink className={buttonClass({ kind })} to={paths.student.dailyPractice}>
      {text.dailyPractice}
    </PageLink>
  )
}

function PlainCard({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <Card className="stack">
      <h2>{title}</h2>
      <p className="muted">{help}</p>
      <div className="row">{children}</div>
    </Card>
  )
}

/** What the first card of the dashboard offers. */
type NextStep =
  | { kind: 'continue'; attempt: AttemptSummary }
  /** `watch`: resume the unfinished video, or the next one. */
  | { kind: 'quiz' | 'watch'; video: Video }
  /** Only videos are left that ask for a payment. */
  | { kind: 'unlock'; videos: readonly Video[] }
  | { kind: 'done' | 'no-videos' }

type Facts = {
  videos: readonly Video[]
  category: AgeCategory | null
  /** The running attempt, until its time is up. */
  running: AttemptSummary | undefined
  /** Undefined if they could not be loaded: then no quiz is offered. */
  quizzes: { attempts: readonly AttemptSummary[]; formerQuizzes: readonly FormerQuiz[] } | undefined
}

/** Chooses the one thing to do next: continue the running quiz, take the quiz of the video just seen, or watch the next. */
export function chooseNextStep({ videos, category, running, quizzes }: Facts): NextStep {
  if (running) return { kind: 'continue', attempt: running }
  if (videos.length === 0) return { kind: 'no-videos' }
  const seen = findOpenQuiz({ videos, category, quizzes })
  if (seen) return { kind: 'quiz', video: seen }
  const next = videoToResume(videos.filter((video) => !isDone(video, category, quizzes?.attempts ?? [])))
  if (next) return { kind: 'watch', video: next }
  const locked = videos.filter((video) => video.isLocked)
  return locked.length > 0 ? { kind: 'unlock', videos: locked } : { kind: 'done' }
}

/** Returns whether there is nothing left to do with a video: it was watched, or its quiz was taken without watching it. */
export function isDone(video: Video, category: AgeCategory | null, attempts: readonly AttemptSummary[]): boolean {
  return video.isWatched || findAttempt(video._id, category, attempts) !== undefined
}

/** Returns the watched video whose quiz can be taken; the one that was seen last, if there are several. */
function findOpenQuiz({ videos, category, quizzes }: Omit<Facts, 'running'>): Video | undefined {
  if (!category || !quizzes) return undefined
  const { attempts, formerQuizzes } = quizzes
  const open = videos.filter(
    (video) =>
      video.isWatched &&
      !video.isLocked &&
      video.questionCounts[category] > 0 &&
      !findAttempt(video._id, category, attempts) &&
      !isFormerQuiz(video._id, category, formerQuizzes),
  )
  return open.sort((a, b) => (b.seenAt ?? '').localeCompare(a.seenAt ?? ''))[0]
}
