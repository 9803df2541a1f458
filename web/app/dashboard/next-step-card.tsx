import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import { readDailyPractice } from '@baobab/contract/quiz/practice.ts'
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
import { Ring } from '../ui/ring.tsx'
import { isFormerQuiz, type FormerQuiz } from '../videos/is-former-quiz.ts'
import { ResumeCard } from './resume-card.tsx'
import { text } from './text.ts'

type Props = {
  step: NextStep
  /** The whole list: a video's index in it chooses its pattern. */
  videos: readonly Video[]
  running: RunningQuiz | undefined
}

/** The dashboard's first card: a video, with its quiz if that is open, and other things to do below. */
export function NextStepCard({ step, videos, running }: Props) {
  if (step.kind === 'no-videos')
    return (
      <PlainCard title={text.noVideosYet} help={text.noVideosYetHelp}>
        <PageLink className={buttonClass()} to={paths.student.scholarship}>
          {text.leaderboard}
        </PageLink>
      </PlainCard>
    )
  const { video } = step
  return (
    <>
      <ResumeCard
        video={video}
        index={videos.indexOf(video)}
        quiz={
          (step.kind === 'continue' || step.kind === 'quiz') && (
            <PageLink className={buttonClass({ kind: 'accent' })} to={paths.student.quiz(video._id)}>
              {step.kind === 'continue' ? text.continueQuiz : text.takeTheQuiz}
            </PageLink>
          )
        }
      >
        {step.kind === 'continue' && running && <QuizClock quiz={running} />}
      </ResumeCard>
      {step.kind === 'unlock' && (
        <PlainCard title={text.allFreeDone} help={text.allFreeDoneHelp(step.lockedCount)}>
          <PageLink className={buttonClass({ kind: 'accent' })} to={paths.student.payment} reloadDocument>
            <MakeAPayment />
          </PageLink>
          <DailyPracticeLink kind="line" />
        </PlainCard>
      )}
      {step.kind === 'done' && (
        <PlainCard title={text.allDone} help={text.allDoneHelp}>
          <DailyPracticeLink kind="accent" />
          <PageLink className={buttonClass({ kind: 'line' })} to={paths.student.scholarship}>
            {text.leaderboard}
          </PageLink>
        </PlainCard>
      )}
    </>
  )
}

function QuizClock({ quiz: { left, totalSeconds, isPaused } }: { quiz: RunningQuiz }) {
  return (
    <div className="row nowrap">
      <Ring secondsLeft={left} totalSeconds={totalSeconds} isSpoken={false} />
      <p>{isPaused ? text.quizPaused : text.quizRunning}</p>
    </div>
  )
}

/** Links to the day's three old questions until they are done. */
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

/** What the dashboard's first card offers. */
type NextStep =
  /** `continue` is the running quiz, `watch` the unfinished video or the next one, and `done` any video again. */
  | { kind: 'continue' | 'quiz' | 'watch' | 'done'; video: Video }
  /** Only videos that require a payment are left. */
  | { kind: 'unlock'; video: Video; lockedCount: number }
  | { kind: 'no-videos' }

type Facts = {
  videos: readonly Video[]
  category: AgeCategory | null
  /** The running attempt, until its time is up. */
  running: AttemptSummary | undefined
  /** Undefined if they could not be loaded; no quiz is offered then. */
  quizzes: { attempts: readonly AttemptSummary[]; formerQuizzes: readonly FormerQuiz[] } | undefined
}

/** Chooses the one thing to do next: continue the running quiz, take the quiz of the video just watched, or watch the next one. */
export function chooseNextStep({ videos, category, running, quizzes }: Facts): NextStep {
  const open = videos.find(({ _id }) => _id === running?.videoId)
  if (open) return { kind: 'continue', video: open }
  const first = videos.find(({ isLocked }) => !isLocked) ?? videos[0]
  if (!first) return { kind: 'no-videos' }
  const seen = findOpenQuiz({ videos, category, quizzes })
  if (seen) return { kind: 'quiz', video: seen }
  const next = videoToResume(videos.filter((video) => !isDone(video, category, quizzes?.attempts ?? [])))
  if (next) return { kind: 'watch', video: next }
  const lockedCount = videos.filter((video) => video.isLocked).length
  return lockedCount > 0 ? { kind: 'unlock', video: first, lockedCount } : { kind: 'done', video: first }
}

/** Returns whether a video is finished: it was watched, or its quiz was taken without watching it. */
export function isDone(video: Video, category: AgeCategory | null, attempts: readonly AttemptSummary[]): boolean {
  return video.isWatched || findAttempt(video._id, category, attempts) !== undefined
}

/** Returns the watched video whose quiz can be taken; the most recently watched if there are several. */
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
