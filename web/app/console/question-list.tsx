import type { AgeCategory } from '@baobab/contract/age.ts'
import { listQuestions } from '@baobab/contract/quiz.ts'
import { text } from '@baobab/contract/text.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { q } from '../api/q.ts'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'

type Props = {
  videoTitle: string
  ageCategory: AgeCategory
  heading?: 'h2' | 'h3'
  /** The way on where there is no question. */
  children?: ReactNode
}

/** The questions of a video for an age category, as students get them: without the correct answer. */
export function QuestionList({ videoTitle, ageCategory, heading = 'h2', children }: Props) {
  const questions = useQuery(q(listQuestions, { params: { videoTitle, ageCategory } }))
  if (questions.isPending) {
    return (
      <Loading text="Loading trivia...">
        <RowsSkeleton />
      </Loading>
    )
  }
  if (!questions.data) {
    return (
      <Failure
        title="The questions did not load."
        heading={heading}
        isRetrying={questions.isFetching}
        onRetry={() => void questions.refetch()}
      />
    )
  }
  if (questions.data.length === 0) {
    return (
      <Empty title={text.noTrivias} heading={heading}>
        {children}
      </Empty>
    )
  }
  return (
    <ol className="questions">
      {questions.data.map((one) => (
        <li key={one._id} className="card">
          <p className="questions__q">{one.question}</p>
          <Options options={one.options} />
        </li>
      ))}
    </ol>
  )
}

function Options({ options }: { options: readonly string[] }) {
  if (options.length === 0) return <p className="muted">{text.noOptions}</p>
  return (
    <ul className="questions__o">
      {options.map((option) => (
        <li key={option}>{option}</li>
      ))}
    </ul>
  )
}
