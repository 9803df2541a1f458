import { myLeague, type LeagueRow, type MyLeague } from '@baobab/contract/leagues/endpoints.ts'
import {
  leagueOutcomes,
  leagueTierLabels,
  leagueTiers,
  type LeagueOutcome,
  type LeagueTier,
} from '@baobab/contract/leagues/text.ts'
import { Link } from 'react-router'
import { prefetch } from '../api/query.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { RankRow } from '../ui/rank-row.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { text } from './text.ts'
import { TierPicture } from './tier-picture.tsx'
import { daysLeft, pointsToRise, positionIn, useLeague } from './use-league.ts'

export function clientLoader() {
  prefetch(myLeague, {})
  return null
}

export const meta = () => pageMeta(text.page, text.description)

/** The student's league of this week: who rises, stays and falls, and how last week ended. */
export default function League() {
  const league = useLeague({ isLive: true })
  return (
    <>
      <PageHead title={text.page} lead={text.lead} />
      <QueryView
        query={league}
        failed={text.failed}
        loading={
          <Loading text={text.loading}>
            <RowsSkeleton rows={8} />
          </Loading>
        }
      >
        {(data) => (
          <div className="league">
            {data.lastWeek && (
              <Note kind={data.lastWeek.outcome === 'rises' ? 'ok' : 'info'} icon="ranking">
                {text.lastWeek(data.lastWeek)}
              </Note>
            )}
            {data.closedBecause ? <Empty {...text.closed[data.closedBecause]} /> : <OpenLeague league={data} />}
            <Rules />
          </div>
        )}
      </QueryView>
    </>
  )
}

function OpenLeague({ league }: { league: MyLeague }) {
  const { rows, tier } = league
  const position = positionIn(league)
  const needed = pointsToRise(rows)
  return (
    <>
      <section className="cloth league__head">
        <TierPicture tier={tier} />
        <div>
          <h2>{text.title(tier)}</h2>
          {position > 0 && <p className="league__place">{text.standing(position, rows.length)}</p>}
          {needed !== undefined && <p>{text.toRise(needed)}</p>}
          <p>{text.daysLeft(daysLeft(league))}</p>
        </div>
        <Tiers current={tier} />
      </section>
      {position > 0 ? <Members rows={rows} /> : <NotJoined tier={tier} />}
    </>
  )
}

/** All tiers from the lowest to the highest, with the student's own marked. */
function Tiers({ current }: { current: LeagueTier }) {
  return (
    <ol className="league__tiers" aria-label={text.allLeagues}>
      {leagueTiers.map((tier) => (
        <li key={tier} aria-current={tier === current ? 'step' : undefined}>
          {leagueTierLabels[tier]}
          {tier === current && <span className="sr">{text.you}</span>}
        </li>
      ))}
    </ol>
  )
}

function NotJoined({ tier }: { tier: LeagueTier }) {
  return (
    <Empty title={text.join} help={text.joinHelp(tier)}>
      <div className="row">
        <Link className={buttonClass({ kind: 'accent' })} to={paths.student.trivia}>
          {text.takeQuiz}
        </Link>
        <Link className={buttonClass({ kind: 'line' })} to={paths.student.dailyPractice}>
          {text.practise}
        </Link>
      </div>
    </Empty>
  )
}

/** The members in order, under what the week would bring them if it ended now. */
function Members({ rows }: { rows: readonly LeagueRow[] }) {
  const placed = rows.map((row, index) => ({ ...row, position: index + 1 }))
  return (
    <section className="card card--flush" aria-label={text.ifItEndedNow}>
      {leagueOutcomes.map((outcome) => {
        const members = placed.filter((row) => row.outcome === outcome)
        if (members.length === 0) return null
        return (
          <div key={outcome}>
            <h3 className={`league__part league__part--${outcome}`}>
              {arrows[outcome]}
              {text.members(outcome)}
            </h3>
            <ol>
              {members.map(({ username, avatar, points, isMe, position }) => (
                <RankRow
                  key={username}
                  rank={position}
                  username={username}
                  avatar={avatar}
                  score={points}
                  isMe={isMe}
                />
              ))}
            </ol>
          </div>
        )
      })}
      {rows.length === 1 && <p className="league__alone muted">{text.alone}</p>}
    </section>
  )
}

const arrows = {
  rises: <Icon name="arrow-up" size="sm" />,
  stays: null,
  falls: <Icon name="arrow-down" size="sm" />,
} satisfies Record<LeagueOutcome, unknown>

function Rules() {
  return (
    <Card className="stack">
      <h2 className="h-20">{text.rules}</h2>
      <ul className="league__rules">
        {text.ruleList.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Card>
  )
}
