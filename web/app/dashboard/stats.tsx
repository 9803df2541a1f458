import { listAttempts } from '@baobab/contract/quiz.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { apiQuery } from '../api/query.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { useMyRank } from '../leaderboard/use-board.ts'
import { paths } from '../paths.ts'

/** Points, rank and quizzes, in the student's own category. A dash where there is nothing to say yet. */
export function Stats() {
  const category = useAgeCategory()
  const mine = useMyRank(category).data
  const attempts = useQuery(apiQuery(listAttempts, {})).data
  const done = attempts?.attempts.filter((attempt) => attempt.state === 'locked').length
  return (
    <dl className="stats">
      <Stat name="points" value={category ? mine?.score : undefined} />
      <Stat name="your rank" value={mine?.rank ?? undefined} />
      <Stat name={<Link to={paths.student.myQuizzes}>quizzes done</Link>} value={done} />
    </dl>
  )
}

function Stat({ name, value }: { name: ReactNode; value: number | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value === undefined ? '–' : value.toLocaleString('en-NG')}</dd>
    </div>
  )
}
