import type { AgeCategory } from '@baobab/contract/age.ts'
import { leaderboard } from '@baobab/contract/leaderboard.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/limits.ts'
import { scholarshipMonth } from '@baobab/contract/scholarship-month.ts'
import { leaderboardText } from '@baobab/contract/leaderboard-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { apiQuery } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime, formatMonth } from '../../ui/dates.ts'
import { formatCount } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Scene } from '../../ui/scene.tsx'
import { Rules } from './rules.tsx'

export const meta = () => pageMeta('Scholarship Management')

/** The running month: who stands on the boards, when it closes, when it is drawn, and by which rules. */
export default function AdminScholarship() {
  const { closesAt, drawsAt } = useState(() => scholarshipMonth(new Date()))[0]
  return (
    <>
      <PageHead title="Scholarship Management" lead={formatMonth(closesAt)} />
      <section className="cloth pool" aria-labelledby="pool">
        <Scene name="trophy" />
        <div className="stack">
          <h2 id="pool">On the boards now</h2>
          <div className="row pool__n">
            <Standing category="5-10" />
            <Standing category="11-20" />
          </div>
          <p>
            The list is made from these boards when the month closes: at most {LEADERBOARD_SIZE.toLocaleString('en-NG')}{' '}
            of each, and of them those who are eligible.
          </p>
          <p>
            <Link className={buttonClass({ kind: 'accent' })} to={paths.leaderboard}>
              Top 1000 Students
            </Link>
          </p>
        </div>
      </section>
      <div className="grid split">
        <Rules />
        <Card className="stack start">
          <h2 className="card__h">Dates of this month</h2>
          <dl className="stack">
            <div>
              <dt className="muted small">The month closes</dt>
              <dd>
                <b>{formatDateTime(closesAt)}</b>
              </dd>
            </div>
            <div>
              <dt className="muted small">The winner is drawn, not before</dt>
              <dd>
                <b>{formatDateTime(drawsAt)}</b>
              </dd>
            </div>
          </dl>
          <p className="muted small">Times in Lagos. The draw is at 12:00 UTC on the 3rd of the next month.</p>
        </Card>
      </div>
    </>
  )
}

function Standing({ category }: { category: AgeCategory }) {
  const board = useQuery(apiQuery(leaderboard, { query: { ageCategory: category } }))
  return (
    <p aria-live="polite">
      <b className="d">{board.data ? board.data.length.toLocaleString('en-NG') : '…'}</b>
      <span>
        {board.data
          ? labelOf(board.data.length, category)
          : board.isError
            ? leaderboardText.boardFailed
            : leaderboardText.boardLoading}
      </span>
    </p>
  )
}

function labelOf(count: number, category: AgeCategory): string {
  const noun = formatCount(count, 'student').replace(/^\S+ /, '')
  return count === LEADERBOARD_SIZE ? `${noun} in ${category}, the most a list takes` : `${noun} in ${category}`
}
