import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import { formatMoment } from '@baobab/contract/quiz/rules.ts'
import type { Question } from '@baobab/contract/quiz/admin.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { text } from './text.ts'

type Props = { question: Question; number: number; heading?: 'h2' | 'h3'; children?: ReactNode }

/** Shows a question with its options in the order they were typed; an icon and a label mark the correct one. */
export function QuestionCard({ question, number, heading: Heading = 'h2', children }: Props) {
  const { options, correctAnswer, alsoCorrect, explanation, momentSeconds, pictures } = question
  const correct = new Set([correctAnswer, alsoCorrect ?? correctAnswer].map(toComparisonKey))
  return (
    <>
      <Heading className="questions__q">{text.numbered(number, question.question)}</Heading>
      {options.length === 0 ? (
        <p className="muted">{quizText.noOptions}</p>
      ) : (
        <ul className="questions__o">
          {options.map((option, index) => (
            <Option
              key={option}
              option={option}
              picture={pictures?.[index]}
              isCorrect={correct.has(toComparisonKey(option))}
            />
          ))}
        </ul>
      )}
      {explanation !== null && <p className="small">{text.because(explanation)}</p>}
      {momentSeconds !== null && <p className="small muted">{text.seenAt(formatMoment(momentSeconds))}</p>}
      {children}
    </>
  )
}

type OptionProps = { option: string; picture: string | undefined; isCorrect: boolean }

function Option({ option, picture, isCorrect }: OptionProps) {
  const image = picture !== undefined && (
    <img className="questions__p" src={picture} alt="" width={64} height={64} loading="lazy" decoding="async" />
  )
  if (!isCorrect)
    return (
      <li>
        {image}
        {option}
      </li>
    )
  return (
    <li className="is-correct">
      {image}
      <span>
        {option}
        <span className="questions__c">
          <Icon name="check-circle" size="sm" />
          {text.correctAnswer}
        </span>
      </span>
    </li>
  )
}
