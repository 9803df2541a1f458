import type { QuestionStatistics } from '@baobab/contract/quiz-admin.ts'
import { Chip } from '../../ui/chip.tsx'
import { formatCount } from '../../ui/format.ts'
import { ShareBar } from './share-bar.tsx'
import { percent, seconds, shareOf } from './statistics-labels.ts'

type Props = { question: QuestionStatistics; number: number }

/** Of those who answered: how many chose each option, and how long it took them. */
export function OptionShares({ question, number }: Props) {
  const { answered, options, former, topWrong, medianSeconds, meanSeconds } = question
  return (
    <>
      <h3 className="questions__q">{`${number}. ${question.question}`}</h3>
      <p className="muted small num">
        {formatCount(answered, 'answer')}
        {answered > 0 && ` · median time ${seconds(medianSeconds)}, mean ${seconds(meanSeconds)}`}
      </p>
      <ul className="shares">
        {options.map(({ option, isCorrect, chosen }) => (
          <li key={option}>
            <p className="row between nowrap start small">
              <span className="row">
                <span className="wrap-any">{option}</span>
                {isCorrect && (
                  <Chip kind="ok" icon="check">
                    Correct answer
                  </Chip>
                )}
                {option === topWrong && (
                  <Chip kind="warn" icon="warning">
                    Draws most
                  </Chip>
                )}
              </span>
              <span className="num sharenum">
                {percent(shareOf(chosen, answered))} ({chosen.toLocaleString('en-NG')})
              </span>
            </p>
            <ShareBar parts={[{ kind: isCorrect ? 'correct' : 'wrong', share: shareOf(chosen, answered) }]} />
          </li>
        ))}
      </ul>
      {former > 0 && (
        <p className="muted small">
          {formatCount(former, 'answer')} chose an option that was edited since; each counts as it was judged then.
        </p>
      )}
    </>
  )
}
