import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { leaderboard, leaderboardText, LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { scholarshipOverview } from '@baobab/contract/scholarship/admin.ts'
import { listListClaims, listPrizes } from '@baobab/contract/scholarship/prize.ts'
import { monthCloses, scholarshipMonth } from '@baobab/contract/scholarship/rules.ts'
import { scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { apiQuery, prefetch } from '../../api/query.ts'
import { useServerTime } from '../../api/use-server-time.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime, formatMonth } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Scene } from '../../ui/scene.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { formatDaysLeft } from '../days-left.ts'
import { Draws } from './draws.tsx'
import { ListClaims } from './list-claims.tsx'
import { Prizes } from './prizes.tsx'
import { text } from './text.ts'

export function clientLoader() {
  for (const ageCategory of ageCategories) prefetch(leaderboard, { query: { ageCategory } })
  prefetch(scholarshipOverview, {})
  return null
}

export const meta = () => pageMeta(text.title)

/** This month's scholarship: its candidates, dates and rules. */
export default function AdminScholarship() {
  const { closesAt, drawsAt } = monthCloses(useServerTime((nowMs) => scholarshipMonth(new Date(nowMs)).month))
  const closesIn = useServerTime(formatDaysLeft)
  return (
    <>
      <PageHead title={text.title} lead={`${formatMonth(closesAt)}. ${closesIn}`} />
      <section className="cloth pool" aria-labelledby="pool">
        <Scene name="trophy" />
        <div className="stack">
          <h2 className="card__h" id="pool">
            {text.onLeaderboards}
          </h2>
          <div className="row pool__n">
            {ageCategories.map((category) => (
              <CandidateCount key={category} category={category} />
            ))}
          </div>
          <p>{text.listExplanation}</p>
          <p>
            <Link className={buttonClass({ kind: 'accent' })} to={adminPaths.topStudents}>
              {text.topStudents}
            </Link>
          </p>
        </div>
      </section>
      <AllDraws />
      <IfAllowed who={listListClaims.who}>
        <ListClaims />
      </IfAllowed>
      <Card className="stack" aria-labelledby="rehearsal">
        <h2 className="card__h" id="rehearsal">
          {text.rehearsal}
        </h2>
        <p className="muted">{text.rehearsalHelp}</p>
        <p>
          <Link className={buttonClass({ kind: 'line' })} to={adminPaths.rehearsal}>
            {text.rehearse}
          </Link>
        </p>
      </Card>
      <IfAllowed who={listPrizes.who}>
        <Prizes />
      </IfAllowed>
      <div className="grid split">
        <Rules />
        <Card className="stack start">
          <h2 className="card__h">{text.dates}</h2>
          <dl className="stack">
            <div>
              <dt className="muted small">{text.closes}</dt>
              <dd>
                <b>{formatDateTime(closesAt)}</b>
              </dd>
            </div>
            <div>
              <dt className="muted small">{text.drawn}</dt>
              <dd>
                <b>{formatDateTime(drawsAt)}</b>
              </dd>
            </div>
          </dl>
          <p className="muted small">{text.drawTime}</p>
        </Card>
      </div>
    </>
  )
}

/** Who would be in the draw now, and every draw. */
function AllDraws() {
  const overview = useQuery(apiQuery(scholarshipOverview, {}))
  return (
    <QueryView
      query={overview}
      failed={scholarshipText.drawsFailed}
      loading={
        <Loading text={scholarshipText.drawsLoading}>
          <RowsSkeleton rows={3} />
        </Loading>
      }
    >
      {({ pool, draws }) => (
        <>
          <p>{text.inDraw(pool.reduce((sum, { inDraw }) => sum + inDraw, 0))}</p>
          <Draws draws={draws} />
        </>
      )}
    </QueryView>
  )
}

/** The number of students on one leaderboard. */
function CandidateCount({ category }: { category: AgeCategory }) {
  const board = useQuery(apiQuery(leaderboard, { query: { ageCategory: category } }))
  const count = board.data?.length
  return (
    <p aria-live="polite">
      <b className="d">{count === undefined ? '…' : count.toLocaleString('en-NG')}</b>
      <span>{count === undefined ? pendingMessage(board.isError) : candidateLabel(count, category)}</span>
    </p>
  )
}

function pendingMessage(isError: boolean): string {
  return isError ? leaderboardText.boardFailed : leaderboardText.boardLoading
}

function candidateLabel(count: number, category: AgeCategory): string {
  return count === LEADERBOARD_SIZE ? text.studentsInFull(category) : text.studentsIn(count, category)
}

function Rules() {
  return (
    <Card className="stack stack-6" aria-labelledby="rules">
      <h2 className="card__h" id="rules">
        {text.rulesTitle}
      </h2>
      <ol className="rules">
        {text.rules.map(({ title, detail }, index) => (
          <li key={title}>
            <span className="rules__k" aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h3>{title}</h3>
              <p className="muted small">{detail}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
