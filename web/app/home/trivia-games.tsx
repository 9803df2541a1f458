import { POINTS_PER_ANSWER, QUIZ_SECONDS } from '@baobab/contract/quiz/rules.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { paths } from '../paths.ts'
import { RegisterLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { motifAt } from '../ui/motif.tsx'
import { Ring } from '../ui/ring.tsx'
import { VideoRow } from '../ui/video-card.tsx'
import { maxQuestionCount } from '../videos/max-question-count.ts'
import { text } from './text.ts'

/** The number of quizzes shown. */
const COUNT = 4

export function TriviaGames({ videos }: { videos: readonly Video[] | null }) {
  return (
    <section className="sec" id="trivia">
      <div className="wrap">
        <div className="grid split trivia">
          <div className="card panel-yellow trivia__panel">
            <div className="stack stack-6">
              <div className="stack stack-2">
                <h2>{text.triviaGames}</h2>
                <p>{text.triviaLead}</p>
              </div>
              <ExampleQuestion />
            </div>
          </div>
          <div className="stack stack-6">
            <h3 className="trivia__h">{text.playThisWeek}</h3>
            <QuizList videos={videos} />
            <RegisterLink className={buttonClass()} inApp={paths.student.trivia}>
              {text.takeQuiz}
            </RegisterLink>
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

/** Shows what a question looks like. It cannot be answered. */
function ExampleQuestion() {
  return (
    <figure className="card trivia__card" aria-label={text.exampleQuestion}>
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

function QuizList({ videos }: { videos: readonly Video[] | null }) {
  if (videos === null) return <p className="muted">{videosText.videosFailed}</p>
  const quizzes = videos.filter((video) => maxQuestionCount(video) > 0).slice(0, COUNT)
  if (quizzes.length === 0) return <p className="muted">{text.noTrivia}</p>
  return (
    <div className="stack">
      {quizzes.map((video, at) => (
        <RegisterLink className="vrow" key={video._id} inApp={paths.student.quiz(video._id)}>
          <VideoRow
            title={video.title}
            detail={text.questionsAndPoints(maxQuestionCount(video), maxQuestionCount(video) * POINTS_PER_ANSWER)}
            posterUrl={video.posterUrl}
            motif={motifAt(at)}
          />
        </RegisterLink>
      ))}
    </div>
  )
}
