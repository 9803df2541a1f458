import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import type { CurrentMonth, DrawSummary, listDraws } from '@baobab/contract/scholarship/endpoints.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'
import { scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { NotLoaded } from '../shell/not-loaded.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { Empty } from '../ui/empty.tsx'
import { ForExperts } from '../ui/for-experts.tsx'
import { formatDateTime } from '../ui/format.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Scene } from '../ui/scene.tsx'
import { Hash } from './hash-seal.tsx'
import { stateChips, stateLabels, text } from './text.ts'

export const meta = () => pageMeta(text.title, text.meta)

/**
 * This month's scholarship, how a draw works, and every draw so far.
 * @param props.draws null if they could not be loaded
 * @param props.prizeKobo null if the operator has not set a prize
 */
export default function Draws({
  draws,
  prizeKobo,
}: {
  draws: ReplyOf<typeof listDraws> | null
  prizeKobo: number | null
}) {
  return (
    <div className="wrap sec stack stack-6">
      <PageHead title={text.title} lead={text.lead} />
      {draws === null ? (
        <NotLoaded title={scholarshipText.drawsFailed} href={paths.draws} />
      ) : (
        <DrawsContent draws={draws} prizeKobo={prizeKobo} />
      )}
    </div>
  )
}

type ContentProps = { draws: ReplyOf<typeof listDraws>; prizeKobo: number | null }

export function DrawsContent({ draws: { current, draws }, prizeKobo }: ContentProps) {
  return (
    <>
      <div className="grid split draws__top">
        <ThisMonth current={current} prizeKobo={prizeKobo} />
        <HowItWorks />
      </div>
      <AllDraws draws={draws} />
    </>
  )
}

type MonthProps = { current: CurrentMonth; prizeKobo: number | null }

function ThisMonth({ current: { month, closesAt, drawsAt }, prizeKobo }: MonthProps) {
  return (
    <section className="cloth draws__now stack" aria-labelledby="this-month">
      <div className="row nowrap">
        <Scene name="trophy" />
        <div>
          <h2 className="card__h" id="this-month">
            {text.thisMonth(monthName(month))}
          </h2>
          {prizeKobo !== null && <p className="d draws__prize">{formatNaira(prizeKobo)}</p>}
        </div>
      </div>
      <dl className="stack stack-3">
        <div>
          <dt className="muted small">{text.closes}</dt>
          <dd>
            <b>{formatDateTime(new Date(closesAt))}</b>
          </dd>
        </div>
        <div>
          <dt className="muted small">{text.draws}</dt>
          <dd>
            <b>{formatDateTime(new Date(drawsAt))}</b>
          </dd>
        </div>
      </dl>
      <p className="muted small">{text.lagosTime}</p>
    </section>
  )
}

function HowItWorks() {
  return (
    <Card className="stack" aria-labelledby="how">
      <h2 className="card__h" id="how">
        {text.howItWorks}
      </h2>
      <ol className="board__steps muted">
        {text.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Card>
  )
}

function AllDraws({ draws }: { draws: readonly DrawSummary[] }) {
  return (
    <section className="stack" aria-labelledby="all-draws">
      <h2 id="all-draws">{text.pastDraws}</h2>
      {draws.length === 0 ? (
        <Empty title={text.noDraws} help={text.noDrawsHelp} heading="h3" scene="trophy" />
      ) : (
        <ul className="stack stack-3">
          {draws.map((draw) => (
            <DrawRow key={`${draw.month} ${draw.version}`} draw={draw} />
          ))}
        </ul>
      )}
    </section>
  )
}

function DrawRow({ draw: { month, version, state, winner, entrantCount, listHash } }: { draw: DrawSummary }) {
  const name = monthName(month)
  return (
    <Card as="li" className="row">
      <div className="grow">
        <h3>
          {state === 'voided' ? (
            <Link to={paths.draw(month, version)} aria-label={text.seeReplaced(name, version)}>
              {name}
            </Link>
          ) : (
            <Link to={paths.draw(month)} aria-label={text.seeDraw(name)}>
              {name}
            </Link>
          )}
        </h3>
        <p className="muted small">{text.entries(entrantCount)}</p>
        {winner && <p className="wrap-any">{text.winnerOf(winner.name ?? text.winnerNumber(winner.index))}</p>}
        {state === 'voided' && (
          <ForExperts>
            <Hash hash={listHash} label={text.listStep} />
          </ForExperts>
        )}
      </div>
      <Chip kind={stateChips[state]}>{stateLabels[state]}</Chip>
    </Card>
  )
}
