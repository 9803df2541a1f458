import { toComparisonKey } from '@baobab/contract/quiz.ts'
import { quizText } from '@baobab/contract/quiz-text.ts'
import type { Question } from '@baobab/contract/quiz-admin.ts'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'

type Props = { question: Question; number: number; heading?: 'h2' | 'h3'; children?: ReactNode }

/** A question with its options as they were typed, the correct one marked by an icon and a word. */
export function QuestionCard({ question, number, heading: Heading = 'h2', children }: Props) {
  return (
    <>
      <Heading className="questions__q">{`${number}. ${question.question}`}</Heading>
      {question.options.length === 0 ? (
        <p className="muted">{quizText.noOptions}</p>
      ) : (
        <ul className="questions__o">
          {question.options.map((option) => (
            <Option
              key={option}
              option={option}
              isCorrect={toComparisonKey(option) === toComparisonKey(question.correctAnswer)}
            />
          ))}
        </ul>
      )}
      {children}
    </>
  )
}

function Option({ option, isCorrect }: { option: string; isCorrect: boolean }) {
  if (!isCorrect) return <li>{option}</li>
  return (
    <li className="is-correct">
      <span>
        {option}
        <span className="questions__c">
          <Icon name="check-circle" size="sm" />
          Correct answer
        </span>
      </span>
    </li>
  )
}
