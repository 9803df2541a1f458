import { ageCategories, DEFAULT_CATEGORY } from '@baobab/contract/accounts/rules.ts'
import { leaderboard, myRank, neighbours } from '@baobab/contract/leaderboard/endpoints.ts'
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { readToday } from '@baobab/contract/quiz/practice.ts'
import { daysToMonthEnd, shortMonthName } from '@baobab/contract/scholarship/rules.ts'
import { listVideos, type Video } from '@baobab/contract/videos/endpoints.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { apiQuery, prefetch } from '../api/query.ts'
import { studentSession, useStudentSession } from '../api/session.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { OwnHold } from '../fair-play/own-hold.tsx'
import { useMyRank } from '../leaderboard/use-board.ts'
import { LeagueLine } from '../leagues/league-line.tsx'
import { paths } from '../paths.ts'
import { chooseNextStep, isFinished } from '../quiz/next-step.ts'
import { useRunningQuiz, type RunningQuiz } from '../quiz/running-quiz.tsx'
import { StreakCard } from '../quiz/streak-card.tsx'
import { DrawNews } from '../scholarship/draw-news.tsx'
import { usePrice } from '../settings/make-a-payment.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Failure } from '../ui/query-view.tsx'
import { Ring } from '../ui/ring.tsx'
import { Scene } from '../ui/scene.tsx'
import { Loading, VideoCardSkeleton } from '../ui/skeleton.tsx'
import { Squares } from '../ui/squares.tsx'
import { DownloadsLink } from '../videos/downloads/downloads-link.tsx'
import { useVideos } from '../videos/use-videos.ts'
import { chooseFeaturedVideos, FeaturedVideos } from './featured-videos.tsx'
import { LeaderboardPreview } from './leaderboard-preview.tsx'
import { Path } from './path.tsx'
import { ResumeCard, ResumeSkeleton } from './resume-card.tsx'
import { restoreDashboard, useStoreDashboard, StoredNote } from './stored-dashboard.tsx'
import { text } from './text.ts'
import { useNearView } from './use-near-view.ts'

export function clientLoader() {
  const session = studentSession()
  const ageCategory = ageCategories.find((category) => category === session?.ageCategory)
  restoreDashboard()
  prefetch(listVideos, {})
  prefetch(listAttempts, {})
  prefetch(readToday, {})
  prefetch(leaderboard, { query: { ageCategory: DEFAULT_CATEGORY } })
  if (session) prefetch(readStudentProfile, { params: { username: session.username } })
  if (ageCategory) {
    prefetch(myRank, { query: { ageCategory } })
    prefetch(neighbours, { query: { ageCategory } })
  }
  return null
}

export const meta = () => pageMeta(text.page)

/** The student's first page. */
export default function Dashboard() {
  const username = useStudentSession()?.username ?? ''
  const { data: videos, isPending } = useVideos()
  useStoreDashboard()
  return (
    <>
      <div className="hello">
        <h1>{text.greeting(username)}</h1>
        <p>{text.greetingLead}</p>
      </div>
      <StoredNote />
      <OwnHold />
      <DrawNews />
      <Next />
      <div className="grid split">
        <div className="stack stack-6">
          <Stats />
          {videos && <Featured videos={videos} />}
          {isPending && (
            <div className="grid players">
              <VideoCardSkeleton />
              <VideoCardSkeleton />
            </div>
          )}
        </div>
        <div className="stack stack-6">
          <LeagueLine />
          <LeaderboardPreview />
          <MonthClose />
          {videos && videos.length > 0 && <Cloth videos={videos} />}
        </div>
      </div>
      <Advert />
    </>
  )
}

/** What to do next, as far as the page knows: `step` is undefined until what it depends on is loaded. */
function useNextStep() {
  const videos = useVideos()
  const listed = useQuery(apiQuery(listAttempts, {}))
  const today = useQuery(apiQuery(readToday, {}))
  const category = useAgeCategory()
  const counting = useRunningQuiz()
  const running = counting && counting.left > 0 ? counting : undefined
  const day = listed.data?.streakWeek.at(-1)?.day
  const facts = { category, running: running?.attempt, quizzes: listed.data, today: today.data, day }
  const chosen = videos.data && !listed.isPending ? chooseNextStep({ videos: videos.data, ...facts }) : undefined
  // Without a video to continue, the step depends on the day's practice.
  const isWaiting = today.isPending && (chosen?.kind === 'unlock' || chosen?.kind === 'rest')
  return { videos, running, facts, step: isWaiting ? undefined : chosen }
}

/** The path, the video to resume and the streak, with a link to downloaded videos if the video list could not be loaded. */
function Next() {
  const { videos, step, running, facts } = useNextStep()
  if (videos.data && step)
    return (
      <>
        <Path step={step} videos={videos.data} {...facts} />
        <div className="after-path">
          <Streak isPractice={step.kind === 'practice'} />
          {'video' in step && (
            <ResumeCard
              video={step.video}
              index={videos.data.indexOf(step.video)}
              quiz={
                (step.kind === 'continue' || step.kind === 'quiz') && (
                  <PageLink
                    className={buttonClass({ kind: 'line', size: 'sm' })}
                    to={paths.student.quiz(step.video._id)}
                  >
                    {step.kind === 'continue' ? text.continueQuiz : text.takeTheQuiz}
                  </PageLink>
                )
              }
            >
              {step.kind === 'continue' && running && <QuizClock quiz={running} />}
            </ResumeCard>
          )}
        </div>
        {videos.isError && <DownloadsLink />}
      </>
    )
  if (videos.isError && !videos.data)
    return (
      <>
        <Failure title={videosText.videosFailed} isRetrying={videos.isFetching} onRetry={() => void videos.refetch()} />
        <DownloadsLink />
      </>
    )
  return (
    <Loading text={text.loadingVideos} isQuiet>
      <div className="cloth path path--waiting" />
      <ResumeSkeleton />
    </Loading>
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

function Featured({ videos }: { videos: readonly Video[] }) {
  const { step, facts } = useNextStep()
  const offered = step && 'video' in step ? step.video : undefined
  const chosen = chooseFeaturedVideos(videos, offered, (video) => isFinished(video, facts))
  return <FeaturedVideos videos={chosen} all={videos} />
}

/** Points, rank and finished quizzes in the student's own category; a dash for unknown values. */
function Stats() {
  const category = useAgeCategory()
  const mine = useMyRank(category).data
  const attempts = useQuery(apiQuery(listAttempts, {})).data?.attempts
  const done = attempts?.filter(({ state }) => state === 'locked').length
  return (
    <dl className="stats">
      <Stat name={text.points} value={category ? mine?.score : undefined} />
      <Stat name={text.rank} value={mine?.rank ?? undefined} />
      <Stat
        name={done ? <Link to={paths.student.myQuizzes}>{text.quizzesDone}</Link> : text.quizzesDone}
        value={done}
      />
    </dl>
  )
}

function Stat({ name, value }: { name: ReactNode; value: number | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value === undefined ? '–' : value.toLocaleString('en-NG')}</dd>
    </div>
  )
}

/** The streak, with the day's practice unless that is the next step anyway. Empty until the quizzes are loaded. */
function Streak({ isPractice }: { isPractice: boolean }) {
  const listed = useQuery(apiQuery(listAttempts, {})).data
  if (!listed) return null
  return (
    <StreakCard days={listed.streakDays} week={listed.streakWeek}>
      {!isPractice && <DailyPractice />}
    </StreakCard>
  )
}

/** Leads to the day's old questions until they are done. */
function DailyPractice() {
  const practice = useQuery(apiQuery(readToday, {})).data?.practice
  if (!practice || practice.count === 0) return null
  if (practice.isDone)
    return (
      <p className="small muted row nowrap">
        <Icon name="check" size="sm" />
        {text.todaysQuestionsDone}
      </p>
    )
  return (
    <PageLink className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.dailyPractice}>
      {text.todaysQuestions(practice.count)}
    </PageLink>
  )
}

/** One square of cloth for each video, dyed once it has been watched. */
function Cloth({ videos }: { videos: readonly Video[] }) {
  const watched = videos.filter((video) => video.isWatched).length
  return (
    <Card className="stack stack-3">
      <div className="row between">
        <h2 className="h-20">{text.cloth}</h2>
        <span className="small muted">{text.clothCount(watched, videos.length)}</span>
      </div>
      <Squares
        wrap
        squares={videos.map((video) => (video.isWatched ? 'done' : 'waiting'))}
        label={text.clothLabel(watched, videos.length)}
      />
      <p className="small muted">{watched < videos.length ? text.clothHelp : text.clothDone}</p>
      <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.badges}>
        {text.seeBadges}
      </Link>
    </Card>
  )
}

/** An advert of our own: it leads to the payment page, or to the contact page once the student has paid. */
function Advert() {
  const username = useStudentSession()?.username ?? ''
  const price = usePrice()
  const { ref, isNear } = useNearView<HTMLElement>()
  const profile = useQuery(apiQuery(readStudentProfile, { params: { username } }))
  // Unknown whether the student has paid.
  if (profile.isError && !profile.data) return null
  const isPaid = profile.data?.data.isPaid ?? false
  const offer = price === undefined ? text.advertUnpaid : text.advertUnpaidPrice(formatNaira(price))
  return (
    <aside ref={ref} className="advert" aria-label={text.advert}>
      <div>
        <span className="tiny">{text.advert}</span>
        <p className="d advert__t">{isPaid ? text.advertPaid : offer}</p>
        {isPaid ? (
          <PageLink to={paths.contact}>{text.contactUs}</PageLink>
        ) : (
          <Link to={paths.student.payment}>{text.seePayment}</Link>
        )}
      </div>
      <Scene name="advert" isDrawn={isNear} />
    </aside>
  )
}

/** Says how long points still count towards this month's list. */
function MonthClose() {
  const today = useQuery(apiQuery(listAttempts, {})).data?.streakWeek.at(-1)?.day
  if (!today) return null
  const days = daysToMonthEnd(today)
  return (
    <Card className="stack stack-2">
      <h2 className="h-20">{days === 0 ? text.closesToday : text.daysToClose(days)}</h2>
      <p className="small muted">{text.closeHelp(shortMonthName(today.slice(0, 7)))}</p>
    </Card>
  )
}
