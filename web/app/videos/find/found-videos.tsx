import type { Video } from '@baobab/contract/videos/endpoints.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, VideoCardSkeleton } from '../../ui/skeleton.tsx'
import { Weave } from '../../ui/weave.tsx'
import { FindBar } from './find-bar.tsx'
import { text } from './text.ts'
import { useOpenQuizzes } from './use-open-quizzes.ts'
import { useVideoFilter } from './use-video-filter.ts'
import { filterVideos, isFiltering, listSeries, type ListedSeries, type VideoFilter } from './video-filter.ts'

type Props = {
  videos: readonly Video[]
  /** Renders the videos that fit the filter. */
  children: (found: readonly Video[]) => ReactNode
}

/** The bar with which people find videos, and below it what they find. */
export function FoundVideos({ videos, children }: Props) {
  const { filter, change, clear } = useVideoFilter()
  const quizzes = useOpenQuizzes(filter.state === 'open')
  const series = listSeries(videos).find(({ _id }) => _id === filter.series)
  const show = (isQuizOpen: (video: Video) => boolean) => {
    const found = filterVideos(videos, filter, isQuizOpen)
    return (
      <>
        {isFiltering(filter) && <Summary count={found.length} onClear={clear} />}
        {series && <SeriesProgress series={series} />}
        {found.length > 0 ? children(found) : <NothingFound filter={filter} onClear={clear} />}
      </>
    )
  }
  return (
    <>
      <FindBar videos={videos} filter={filter} change={change} />
      {filter.state === 'open' ? (
        <QueryView query={quizzes} failed={text.quizzesFailed} loading={<LoadingQuizzes />}>
          {show}
        </QueryView>
      ) : (
        show(() => false)
      )}
    </>
  )
}

function Summary({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <div className="row between">
      <p className="muted" role="status">
        {text.found(count)}
      </p>
      {count > 0 && (
        <Button kind="quiet" size="sm" onClick={onClear}>
          {text.clear}
        </Button>
      )}
    </div>
  )
}

function SeriesProgress({ series: { title, description, watched, total } }: { series: ListedSeries }) {
  return (
    <Card className="stack stack-3">
      <h2 className="h-20">{title}</h2>
      {description && <p className="muted">{description}</p>}
      <p className="small num">{text.seriesProgress(watched, total)}</p>
      <Weave
        percent={(100 * watched) / total}
        label={text.seriesProgressLabel(title)}
        valueText={text.seriesProgress(watched, total)}
      />
      {watched === total && (
        <div>
          <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.badges}>
            {text.badgesAndCertificates}
          </Link>
        </div>
      )}
    </Card>
  )
}

function NothingFound({ filter, onClear }: { filter: VideoFilter; onClear: () => void }) {
  const { title, help } = explainNothing(filter)
  return (
    <Empty title={title} help={help}>
      <Button kind="line" onClick={onClear}>
        {text.clear}
      </Button>
    </Empty>
  )
}

/** Says why there is nothing, if only one of the filters can be the reason. */
function explainNothing({ search, state, value, series }: VideoFilter): { title: string; help: string } {
  const isStateAlone = search.trim() === '' && value === null && series === null
  if (isStateAlone && state === 'bookmarked') return { title: text.noBookmarks, help: text.noBookmarksHelp }
  if (isStateAlone && state === 'unwatched') return { title: text.allWatched, help: text.allWatchedHelp }
  if (isStateAlone && state === 'open') return { title: text.noOpenQuiz, help: text.noOpenQuizHelp }
  return { title: text.nothingFound, help: text.nothingFoundHelp }
}

function LoadingQuizzes() {
  return (
    <Loading text={text.loadingQuizzes}>
      <div className="grid g3">
        <VideoCardSkeleton />
        <VideoCardSkeleton />
      </div>
    </Loading>
  )
}
