import type { AgeCategory } from '@baobab/contract/age.ts'
import { quizText } from '@baobab/contract/quiz-text.ts'
import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { RowsSkeleton } from '../../ui/skeleton.tsx'
import { VideoRow } from '../../ui/video-card.tsx'
import { CategorySwitch, useCategory } from './category-switch.tsx'
import { NoVideosYet, WithVideos } from '../../videos/admin/with-videos.tsx'

/** The games of an age category: each video that has questions in it, then those that have none. */
export function TriviaGames() {
  const category = useCategory()
  return (
    <section className="stack stack-6" aria-label="Trivia Games">
      <div className="row between">
        <CategorySwitch />
        <div className="row">
          <Link className={buttonClass({ kind: 'line' })} to={paths.admin.triviaImport}>
            <Icon name="file-xls" />
            Upload a spreadsheet
          </Link>
          <Link className={buttonClass()} to={`${paths.admin.triviaForm}?ageCategory=${category}`}>
            <Icon name="plus" />
            Add New Trivia
          </Link>
        </div>
      </div>
      <WithVideos skeleton={<RowsSkeleton />}>
        {(videos) => (videos.length === 0 ? <NoVideosYet /> : <Games videos={videos} category={category} />)}
      </WithVideos>
    </section>
  )
}

function Games({ videos, category }: { videos: readonly AdminVideo[]; category: AgeCategory }) {
  const games = videos.filter((video) => video.questionCounts[category] > 0)
  const bare = videos.filter((video) => video.questionCounts[category] === 0)
  return (
    <>
      {games.length > 0 ? (
        <Card className="stack" aria-labelledby="games">
          <h2 className="card__h" id="games">
            Games for {category}
          </h2>
          <GameRows videos={games} category={category} />
        </Card>
      ) : (
        <Empty title={quizText.noTrivias} help="Add the first question to one of the videos below." />
      )}
      {bare.length > 0 && (
        <Card className="stack" aria-labelledby="bare">
          <h2 className="card__h" id="bare">
            Without trivia for {category}
          </h2>
          <GameRows videos={bare} category={category} />
        </Card>
      )}
    </>
  )
}

function GameRows({ videos, category }: { videos: readonly AdminVideo[]; category: AgeCategory }) {
  return (
    <ul className="games">
      {videos.map((video) => (
        <li key={video._id}>
          <div className="vrow">
            <VideoRow
              posterUrl={video.posterUrl}
              title={video.title}
              detail={formatCount(video.questionCounts[category], 'question')}
            />
          </div>
          <GameLinks video={video} category={category} />
        </li>
      ))}
    </ul>
  )
}

function GameLinks({ video: { _id, title, questionCounts }, category }: { video: AdminVideo; category: AgeCategory }) {
  const { trivia, triviaFormFor, triviaPage } = paths.admin
  const links =
    questionCounts[category] > 0
      ? [
          { label: 'Show Trivia', to: trivia(_id, category) },
          { label: 'Take Quiz', to: triviaPage(_id, category) },
        ]
      : [{ label: 'Add New Trivia', to: triviaFormFor(_id, category) }]
  return (
    <div className="row">
      {links.map(({ label, to }) => (
        <Link
          key={label}
          className={buttonClass({ kind: 'line', size: 'sm' })}
          to={to}
          aria-label={`${label}: ${title}`}
        >
          {label}
        </Link>
      ))}
    </div>
  )
}
