import { POINTS_PER_ANSWER, QUIZ_SECONDS } from '@baobab/contract/limits.ts'
import { videosText } from '@baobab/contract/videos-text.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { formatCount } from '../ui/format.ts'
import { motifAt } from '../ui/motif.tsx'
import { Ring } from '../ui/ring.tsx'
import { Loading, VideoRowsSkeleton } from '../ui/skeleton.tsx'
import { VideoRow } from '../ui/video-card.tsx'
import { maxQuestionCount, type FeaturedState } from './use-featured-videos.ts'

const SHOWN = 4

export function TriviaGames({ featured, onRetry }: { featured: FeaturedState; onRetry: () => void }) {
  return (
    <section className="sec" id="trivia">
      <div className="wrap">
        <div className="grid split trivia">
          <div className="card panel-yellow trivia__panel">
            <div className="stack stack-6">
              <div className="stack stack-2">
                <h2>Trivia Games</h2>
                <p>Every video ends with a quiz. Four options, one right answer, and the clock is already running.</p>
              </div>
              <ExampleQuestion />
            </div>
          </div>
          <div className="stack stack-6">
            <h3 className="trivia__h">Play these this week</h3>
            <Games featured={featured} onRetry={onRetry} />
            <Link className={buttonClass()} to={paths.student.register}>
              Take Quiz
            </Link>
          </div>
        </div>
      </div>
    </section>
  )
}

const options = [
  'To return it before the festival',
  'To buy it with yams',
  'To teach the rabbit to play',
  'To keep it for the king',
]

/** A picture of a question, not one that can be answered. */
function ExampleQuestion() {
  return (
    <figure className="card trivia__card" aria-label="What a question looks like">
      <div className="row nowrap between start">
        <p className="qtext">What did Ìjàpá promise when he took the drum?</p>
        <Ring secondsLeft={84} totalSeconds={QUIZ_SECONDS} isSpoken={false} />
      </div>
      <ol className="stack stack-3">
        {options.map((option, at) => (
          <li key={option} className={at === 0 ? 'qopt qopt--still is-sel' : 'qopt qopt--still'}>
            <span className="k">{'ABCD'[at]}</span>
            <span>{option}</span>
          </li>
        ))}
      </ol>
    </figure>
  )
}

function Games({ featured, onRetry }: { featured: FeaturedState; onRetry: () => void }) {
  if (featured.state === 'loading') {
    return (
      <Loading text="Loading trivia..." isQuiet>
        <VideoRowsSkeleton rows={SHOWN} />
      </Loading>
    )
  }
  if (featured.state === 'failed') {
    return (
      <div className="stack stack-3">
        <p className="muted">{videosText.videosFailed} Check your network, then try again.</p>
        <div>
          <Button kind="line" size="sm" onClick={onRetry}>
            Try again
          </Button>
        </div>
      </div>
    )
  }
  const games = featured.videos.filter((video) => maxQuestionCount(video) > 0).slice(0, SHOWN)
  if (games.length === 0) return <p className="muted">The first quizzes open with the first stories.</p>
  return (
    <div className="stack">
      {games.map((video, at) => (
        <Link className="vrow" key={video._id} to={paths.student.register}>
          <VideoRow
            title={video.title}
            detail={`${formatCount(maxQuestionCount(video), 'question')}, up to ${maxQuestionCount(video) * POINTS_PER_ANSWER} points`}
            posterUrl={video.posterUrl}
            motif={motifAt(at)}
          />
        </Link>
      ))}
    </div>
  )
}
