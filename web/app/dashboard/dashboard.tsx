import { ageCategories, DEFAULT_CATEGORY } from '@baobab/contract/accounts/rules.ts'
import { leaderboard, myRank, neighbours } from '@baobab/contract/leaderboard/endpoints.ts'
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { daysToMonthEnd, shortMonthName } from '@baobab/contract/scholarship/rules.ts'
import { listVideos, type Video } from '@baobab/contract/videos/endpoints.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { apiQuery, prefetch } from '../api/query.ts'
import { studentSession, useStudentSession } from '../api/session.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { HoldCard } from '../fair-play/hold-card.tsx'
import { useMyRank } from '../leaderboard/use-board.ts'
import { paths } from '../paths.ts'
import { useRunningQuiz } from '../quiz/running-quiz.tsx'
import { StreakCard } from '../quiz/streak-card.tsx'
import { DrawNews } from '../scholarship/draw-news.tsx'
import { usePrice } from '../settings/make-a-payment.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Failure } from '../ui/query-view.tsx'
import { Scene } from '../ui/scene.tsx'
import { Loading, VideoCardSkeleton } from '../ui/skeleton.tsx'
import { Squares } from '../ui/squares.tsx'
import { DownloadsLink } from '../videos/downloads/downloads-link.tsx'
import { useVideos } from '../videos/use-videos.ts'
import { chooseFeaturedVideos, FeaturedVideos } from './featured-videos.tsx'
import { LeaderboardPreview } from './leaderboard-preview.tsx'
import { chooseNextStep, isDone, NextStepCard } from './next-step-card.tsx'
import { ResumeSkeleton } from './resume-card.tsx'
import { restoreDashboard, useStoreDashboard, StoredNote } from './stored-dashboard.tsx'
import { text } from './text.ts'
import { useNearView } from './use-near-view.ts'

export function clientLoader() {
  const session = studentSession()
  const ageCategory = ageCategories.find((category) => category === session?.ageCategory)
  restoreDashboard()
  prefetch(listVideos, {})
  prefetch(listAttempts, {})
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
      <PageHead title={text.greeting(username)} lead={text.greetingLead} />
      <StoredNote />
      <HoldCard />
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
          <LeaderboardPreview />
          <Streak />
          {videos && videos.length > 0 && <Cloth videos={videos} />}
        </div>
      </div>
      <Advert />
    </>
  )
}

/** What to do next, as far as the page knows: `step` is undefined until the videos and attempts are loaded. */
function useNextStep() {
  const videos = useVideos()
  const listed = useQuery(apiQuery(listAttempts, {}))
  const category = useAgeCategory()
  const counting = useRunningQuiz()
  const running = counting && counting.left > 0 ? counting : undefined
  const facts = { category, running: running?.attempt, quizzes: listed.data }
  const step = videos.data && !listed.isPending ? chooseNextStep({ videos: videos.data, ...facts }) : undefined
  return { videos, category, running, step, attempts: listed.data?.attempts ?? [] }
}

/** The next step, with a link to downloaded videos if the video list could not be loaded. */
function Next() {
  const { videos, step, running } = useNextStep()
  if (videos.data && step)
    return (
      <>
        <NextStepCard step={step} videos={videos.data} running={running} />
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
      <ResumeSkeleton />
    </Loading>
  )
}

function Featured({ videos }: { videos: readonly Video[] }) {
  const { step, category, attempts } = useNextStep()
  const offered = step && 'video' in step ? step.video : undefined
  const chosen = chooseFeaturedVideos(videos, offered, (video) => isDone(video, category, attempts))
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
      <Stat name={<Link to={paths.student.myQuizzes}>{text.quizzesDone}</Link>} value={done} />
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

/** The streak, and how long points still count towards this month's list. Empty until the quizzes are loaded. */
function Streak() {
  const listed = useQuery(apiQuery(listAttempts, {})).data
  const today = listed?.streakWeek.at(-1)?.day
  if (!listed || !today) return null
  return (
    <>
      <StreakCard days={listed.streakDays} week={listed.streakWeek} />
      <MonthClose today={today} />
    </>
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
      <p className="small muted">{text.clothHelp}</p>
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

/**
 * Says how long points still count towards this month's list.
 * @param today the day in Lagos by the server's clock, YYYY-MM-DD
 */
function MonthClose({ today }: { today: string }) {
  const days = daysToMonthEnd(today)
  return (
    <Card className="stack stack-3">
      <h2 className="h-20">{days === 0 ? text.closesToday : text.daysToClose(days)}</h2>
      <p className="small muted">{text.closeHelp(shortMonthName(today.slice(0, 7)))}</p>
    </Card>
  )
}
