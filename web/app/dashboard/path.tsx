import { levelOf, sumPoints } from '@baobab/contract/leaderboard/levels.ts'
import type { Today } from '@baobab/contract/quiz/practice.ts'
import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { isFinished, stepPath, type NextStep, type StepFacts } from '../quiz/next-step.ts'
import { useMakeAPayment } from '../settings/make-a-payment.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Weave } from '../ui/weave.tsx'
import { AUTOPLAY_STATE } from '../videos/player/autoplay.ts'
import { maxQuestionCount } from '../videos/max-question-count.ts'
import { PathOffers } from './path-offers.tsx'
import { describeNextVideo, text } from './text.ts'
import { TreeDrawing } from './tree-drawing.tsx'

type Props = {
  step: NextStep
  videos: readonly Video[]
  category: StepFacts['category']
  quizzes: StepFacts['quizzes']
  today: Today | undefined
  /** The day in Lagos, YYYY-MM-DD. */
  day: string | undefined
}

/** The dashboard's first screen: one next step, on a path that grows with each finished video. */
export function Path({ step, videos, category, quizzes, today, day }: Props) {
  const attempts = quizzes?.attempts ?? []
  const finished = videos.filter((video) => isFinished(video, { category, quizzes }))
  const isOver = !(step.kind === 'watch' || step.kind === 'quiz' || step.kind === 'continue')
  const soon = describeNextVideo({ next: today?.nextVideo ?? null, day, isOver: isOver && today !== undefined })
  return (
    <section className="cloth path">
      <TreeDrawing growth={countGrowth(finished, attempts)} label={text.tree(finished.length, videos.length)} />
      <div className="path__b">
        <Headline step={step} number={finished.length + 1} count={videos.length} />
      </div>
      <div className="path__do">
        <Level points={sumPoints(attempts)} />
        <StepLink step={step} />
        {soon && <p className="small">{soon}</p>}
      </div>
      {isOver && <PathOffers step={step} videos={videos} today={today} />}
    </section>
  )
}

/** Counts what makes the tree grow: a finished video counts even if it was withdrawn, or finished in an earlier age category. */
export function countGrowth(finished: readonly Video[], attempts: readonly AttemptSummary[]): number {
  return new Set([...finished.map(({ _id }) => _id), ...attempts.map(({ videoId }) => videoId)]).size
}

/** What the next step is about. */
function Headline({ step, number, count }: { step: NextStep; number: number; count: number }) {
  switch (step.kind) {
    case 'continue':
    case 'watch':
    case 'quiz':
      return (
        <>
          <h2 className="path__h">{text.storyNumber(Math.min(number, count), count)}</h2>
          <p className="path__t clip2">{step.video.title}</p>
          <ol className="path__steps" aria-label={text.twoSteps}>
            <li className={step.kind === 'watch' ? 'now' : 'done'} aria-current={step.kind === 'watch' && 'step'}>
              {text.stepWatch}
            </li>
            <li className={step.kind === 'watch' ? '' : 'now'} aria-current={step.kind !== 'watch' && 'step'}>
              {text.stepAnswer}
            </li>
          </ol>
        </>
      )
    case 'no-videos':
      return (
        <>
          <h2 className="path__t">{text.noVideosYet}</h2>
          <p className="small">{text.noVideosYetHelp}</p>
        </>
      )
    case 'unlock':
      return (
        <>
          <h2 className="path__t">{text.allFreeDone}</h2>
          <p className="small">{text.moreAfterPayment(step.lockedCount)}</p>
        </>
      )
    case 'practice':
    case 'replay':
    case 'rest':
      return (
        <>
          <h2 className="path__t">{number <= count ? text.allFreeDone : text.allDone}</h2>
          {step.kind === 'replay' && <p className="clip2">{step.replay.videoTitle}</p>}
          {step.kind === 'rest' && <p className="clip2">{step.video.title}</p>}
        </>
      )
  }
}

/** The student's level, and how far the next one is. */
function Level({ points }: { points: number }) {
  const { number, name, from, next, left } = levelOf(points)
  return (
    <div className="path__l">
      <p className="small">
        <b>{text.level(number, name)}</b> <span>{text.pointsToLevel(left, number + 1)}</span>
      </p>
      <Weave
        percent={((points - from) / (next - from)) * 100}
        label={text.levelProgress}
        valueText={text.pointsToLevel(left, number + 1)}
      />
    </div>
  )
}

/** The one button of the step. A gold button leads to something to play, an outlined one to anything else. */
function StepLink({ step }: { step: NextStep }) {
  const category = useAgeCategory()
  const pay = useMakeAPayment()
  const [name, title] = nameStep(step, category, pay)
  const isPlay = step.kind !== 'unlock' && step.kind !== 'no-videos'
  return (
    <PageLink
      className={buttonClass({ kind: isPlay ? 'accent' : 'line', block: true })}
      to={stepPath(step)}
      aria-label={title === undefined ? undefined : text.ofTitle(name, title)}
      {...(step.kind === 'unlock' && { reloadDocument: true })}
      {...(step.kind === 'watch' && { state: AUTOPLAY_STATE })}
    >
      {(step.kind === 'watch' || step.kind === 'rest') && <Icon name="play" size="sm" />}
      {name}
    </PageLink>
  )
}

/** Returns the name of a step's button, and the title of the video that it is about. */
function nameStep(step: NextStep, category: Props['category'], pay: string): [name: string, title?: string] {
  switch (step.kind) {
    case 'continue':
      return [text.backToQuiz, step.video.title]
    case 'watch':
      return [text.watchNow, step.video.title]
    case 'quiz':
      return [
        text.answer(category ? step.video.questionCounts[category] : maxQuestionCount(step.video)),
        step.video.title,
      ]
    case 'practice':
      return [text.todaysQuestions(step.count)]
    case 'replay':
      return [text.replay(step.replay.newCount), step.replay.videoTitle]
    case 'unlock':
      return [pay]
    case 'rest':
      return [text.watchAgain, step.video.title]
    case 'no-videos':
      return [text.leaderboard]
  }
}
