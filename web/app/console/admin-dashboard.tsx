import type { AdminVideo } from '@baobab/contract/videos.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { titled } from '../shell/meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton, VideoRowsSkeleton } from '../ui/skeleton.tsx'
import { Figures } from './figures.tsx'
import { NoVideos } from './moral-videos.tsx'
import { PopularCard } from './popular-card.tsx'
import { TopTen } from './top-ten.tsx'
import { questionTotal } from './use-console-videos.ts'
import { WithVideos } from './with-videos.tsx'

export const meta = () => titled('Admin home')

const POPULAR = 2
const dayOf = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'Africa/Lagos' })

export default function AdminDashboard() {
  const [today] = useState(() => dayOf.format(new Date()))
  return (
    <>
      <PageHead title="Home" lead={today}>
        <div className="row">
          <Link className={buttonClass({ kind: 'line' })} to={paths.admin.triviaForm}>
            <Icon name="plus" />
            Add New Trivia
          </Link>
          <Link className={buttonClass()} to={paths.admin.videoUpload}>
            <Icon name="upload-simple" />
            Upload Video
          </Link>
        </div>
      </PageHead>
      <WithVideos skeleton={<Waiting />}>
        {(videos) => (
          <>
            <Figures videos={videos} />
            {videos.length === 0 ? <NoVideos /> : <Popular videos={videos} />}
          </>
        )}
      </WithVideos>
      <TopTen title="First on the leaderboard" places={3} />
    </>
  )
}

function Waiting() {
  return (
    <>
      <div className="grid g4" aria-hidden="true">
        {['videos', 'questions', 'places', 'month'].map((figure) => (
          <div key={figure} className="card figure figure--waiting">
            <Skeleton />
            <Skeleton shape="title" />
          </div>
        ))}
      </div>
      <div className="grid g2">
        <Card>
          <VideoRowsSkeleton />
        </Card>
        <Card>
          <VideoRowsSkeleton />
        </Card>
      </div>
    </>
  )
}

/** Nobody counts plays here, so each card says by what it is ordered. */
function Popular({ videos }: { videos: readonly AdminVideo[] }) {
  const seen = videos.filter((video) => video.state !== 'failed')
  const games = seen.filter((video) => questionTotal(video) > 0).toSorted((a, b) => questionTotal(b) - questionTotal(a))
  return (
    <div className="grid g2">
      <PopularCard
        title="Popular videos"
        order="The newest ones first"
        videos={seen.slice(0, POPULAR)}
        linkOf={({ _id }) => paths.admin.videoUpdate(_id)}
        all={{ to: paths.admin.content, label: 'All videos' }}
        none="No video can be played."
      />
      <PopularCard
        title="Popular games"
        order="Those with the most questions first"
        videos={games.slice(0, POPULAR)}
        linkOf={({ _id }) => paths.admin.trivia(_id)}
        all={{ to: `${paths.admin.content}?tab=trivia`, label: 'All games' }}
        none="No video has a question."
      />
    </div>
  )
}
