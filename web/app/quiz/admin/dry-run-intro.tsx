import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import { quizText } from '@baobab/contract/quiz-text.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { QuizRules } from '../quiz-rules.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { BackLink } from '../../shell/back-link.tsx'
import { CategorySwitch, useCategory } from './category-switch.tsx'

/** What a student reads before the quiz, and what is different here. */
export function DryRunIntro({ video, onStart }: { video: AdminVideo; onStart: () => void }) {
  const category = useCategory()
  const count = video.questionCounts[category]
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={paths.admin.trivia(video._id, category)} label="Questions" />
        <PageHead title={video.title} lead={video.description}>
          <CategorySwitch />
        </PageHead>
      </div>
      <div className="split grid">
        <section className="stack stack-6">
          <p className="lead">{formatCount(count, 'question')}</p>
          <Note icon="eye">
            A dry run: you take this quiz as a student would. No attempt is kept and no points are awarded.
          </Note>
          {count === 0 ? (
            <>
              <Note kind="warn">{quizText.noTrivias}</Note>
              <div>
                <Link className={buttonClass()} to={paths.admin.triviaFormFor(video._id, category)}>
                  Add New Trivia
                </Link>
              </div>
            </>
          ) : (
            <>
              <QuizRules />
              <div>
                <Button kind="accent" onClick={onStart}>
                  Start Quiz
                </Button>
              </div>
            </>
          )}
        </section>
        <div className="card card--flush quiz-cover">
          <Thumb posterUrl={video.posterUrl} />
        </div>
      </div>
    </>
  )
}
