import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { leaderboard, leaderboardText, LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { scholarshipOverview } from '@baobab/contract/scholarship/admin.ts'
import { countOpenListClaims, listListClaims, listPrizes } from '@baobab/contract/scholarship/prize.ts'
import { monthCloses, scholarshipMonth } from '@baobab/contract/scholarship/rules.ts'
import { scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { apiQuery, prefetch } from '../../api/query.ts'
import { useServerTime } from '../../api/use-server-time.ts'
import { IfAllowed, useIsAllowed } from '../../shell/if-allowed.tsx'
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
import { groupByMonth, type DrawMonth } from './next-step.ts'
import { text } from './text.ts'
import { Today } from './today.tsx'

export function clientLoader() {
  for (const ageCategory of ageCategories) prefetch(leaderboard, { query: { ageCategory } })
  prefetch(scholarshipOverview, {})
  return null
}

export const meta = () => pageMeta(text.title)

/** What to do now, the draws by month, and this month's candidates, dates and rules. */
export default function AdminScholarship() {
  const { closesAt } = monthCloses(useServerTime((nowMs) => scholarshipMonth(new Date(nowMs)).month))
  const closesIn = useServerTime(formatDaysLeft)
  const overview = useQuery(apiQuery(scholarshipOverview, {}))
  const isPrizeReader = useIsAllowed(listPrizes.who)
  const prizes = useQuery({ ...apiQuery(listPrizes, {}), enabled: isPrizeReader })
  return (
    <>
      <PageHead title={text.title} lead={`${formatMonth(closesAt)}. ${closesIn}`} />
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
            {isPrizeReader ? (
              <QueryView
                query={prizes}
                failed={text.prizesFailed}
                loading={
                  <Loading text={text.prizesLoading}>
                    <RowsSkeleton rows={3} />
                  </Loading>
                }
              >
                {(list) => <Months months={groupByMonth(draws, list)} />}
              </QueryView>
            ) : (
              <Months months={groupByMonth(draws, [])} />
            )}
            <IfAllowed who={listListClaims.who}>
              <ListClaims />
            </IfAllowed>
            <Pool inDraw={pool.reduce((sum, one) => sum + one.inDraw, 0)} />
          </>
        )}
      </QueryView>
      <div className="grid split">
        <Rules />
        <Dates />
      </div>
    </>
  )
}

/** What to do, then every month. The button of a step may open the details of its month. */
function Months({ months }: { months: readonly DrawMonth[] }) {
  const [open, setOpen] = useState<string>()
  const isClaimReader = useIsAllowed(countOpenListClaims.who)
  const claims = useQuery({ ...apiQuery(countOpenListClaims, {}), enabled: isClaimReader })
  function show(month: string) {
    flushSync(() => setOpen(month))
    document.getElementById(`draw-${month}`)?.scrollIntoView()
  }
  return (
    <>
      <Today months={months} openClaims={claims.data?.open ?? 0} onOpen={show} />
      <Draws months={months} open={open} onToggle={setOpen} />
    </>
  )
}

function Pool({ inDraw }: { inDraw: number }) {
  return (
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
        <p>
          {text.inDraw(inDraw)} {text.listExplanation}
        </p>
        <p>
          <Link className={buttonClass({ kind: 'accent' })} to={adminPaths.topStudents}>
            {text.topStudents}
          </Link>
        </p>
      </div>
    </section>
  )
}

function Dates() {
  const { closesAt, drawsAt } = monthCloses(useServerTime((nowMs) => scholarshipMonth(new Date(nowMs)).month))
  return (
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
      <p className="small">
        <Link to={adminPaths.rehearsal}>{text.rehearse}</Link>
      </p>
    </Card>
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
