import type { QuestionStatistics } from '@baobab/contract/quiz-admin.ts'
import { ShareBar } from './share-bar.tsx'
import { partLabels, splitAttempts, describeParts } from './statistics-labels.ts'

/** A bar for each question; its words say the same. */
export function StatisticsChart({ questions }: { questions: readonly QuestionStatistics[] }) {
  return (
    <figure className="stack stack-3">
      <figcaption className="sharekey">
        {(['correct', 'wrong', 'none'] as const).map((kind) => (
          <span key={kind}>
            <svg width="12" height="12" aria-hidden="true">
              <rect className={`sharebar__${kind}`} width="100%" height="100%" />
            </svg>
            {partLabels[kind]}
          </span>
        ))}
      </figcaption>
      <ol className="shares">
        {questions.map((question, at) => (
          <li key={question._id}>
            <p className="small">
              <b>{`${at + 1}. ${question.question}`}</b>
            </p>
            <ShareBar parts={splitAttempts(question)} />
            <p className="small muted num">{describeParts(question)}</p>
          </li>
        ))}
      </ol>
    </figure>
  )
}
