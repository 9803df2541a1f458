import { POPULAR, type PopularQuiz, type PopularVideo, metricsText } from '@baobab/contract/metrics/endpoints.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { IfAllowed } from '../shell/if-allowed.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatCount } from '../ui/format.ts'
import { motifAt } from '../ui/motif.tsx'
import { Loading, VideoRowsSkeleton } from '../ui/skeleton.tsx'
import { VideoRow } from '../ui/video-card.tsx'
import { text } from './text.ts'

type Props = { videos: readonly PopularVideo[]; quizzes: readonly PopularQuiz[] }

/** Lists the most watched videos and most taken quizzes of the last 30 days; nothing that nobody watched or took. */
export function Popular({ videos, quizzes }: Props) {
  const watched = videos.filter((video) => video.watched > 0)
  const taken = quizzes.filter(({ attempts }) => attempts > 0)
  if (watched.length + taken.length === 0) return null
  return (
    <div className="grid g2">
      <PopularCard
        title={text.popularVideos}
        all={<AllLink to={adminPaths.content}>{text.allVideos}</AllLink>}
        items={watched.map((video) => ({
          ...video,
          to: adminPaths.videoUpdate(video._id),
          detail: text.watchedTimes(formatCount(video.watched, 'time')),
        }))}
      />
      <PopularCard
        title={text.popularQuizzes}
        all={<AllLink to={`${adminPaths.content}?tab=trivia`}>{text.allQuizzes}</AllLink>}
        items={taken.map((quiz) => ({
          ...quiz,
          to: adminPaths.trivia(quiz._id),
          detail: `${formatCount(quiz.questions, 'question')}, ${formatCount(quiz.attempts, 'attempt')}`,
        }))}
      />
    </div>
  )
}

/** Placeholder cards while the popular videos and quizzes load. */
export function PopularSkeleton() {
  return (
    <Loading text={metricsText.popularLoading} isQuiet>
      <div className="grid g2" aria-hidden="true">
        {[text.popularVideos, text.popularQuizzes].map((title) => (
          <Card key={title} as="div" className="stack">
            <h2 className="card__h">{title}</h2>
            <VideoRowsSkeleton rows={POPULAR} />
          </Card>
        ))}
      </div>
    </Loading>
  )
}

type Item = { _id: string; title: string; posterUrl: string | null; to: string; detail: string }

function PopularCard({ title, all, items }: { title: string; all: ReactNode; items: Item[] }) {
  if (items.length === 0) return null
  return (
    <Card className="stack" aria-label={title}>
      <div className="row between start popular__h">
        <div>
          <h2 className="card__h">{title}</h2>
          <p className="muted small">{text.lastThirtyDays}</p>
        </div>
        {all}
      </div>
      <ul className="stack">
        {items.map(({ _id, to, posterUrl, title: name, detail }, at) => (
          <li key={_id}>
            <ContentLink className="vrow" to={to}>
              <VideoRow posterUrl={posterUrl} motif={motifAt(at)} title={name} detail={detail} />
            </ContentLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type LinkProps = { className: string; to: string; children: ReactNode }

/** A link to a page about videos or quizzes; plain content for roles that may not open it. */
function ContentLink({ className, to, children }: LinkProps) {
  return (
    <IfAllowed who={listAdminVideos.who} otherwise={<div className={className}>{children}</div>}>
      <Link className={className} to={to}>
        {children}
      </Link>
    </IfAllowed>
  )
}

function AllLink({ to, children }: Omit<LinkProps, 'className'>) {
  return (
    <IfAllowed who={listAdminVideos.who}>
      <Link className={`${buttonClass({ kind: 'quiet', size: 'sm' })} no-print`} to={to}>
        {children}
      </Link>
    </IfAllowed>
  )
}
