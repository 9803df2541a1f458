import { myPrizes, type MyPrize } from '@baobab/contract/scholarship/prize.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'
import { scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { apiQuery, prefetch } from '../api/query.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { useOnDemand } from '../shell/use-on-demand.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { Empty } from '../ui/empty.tsx'
import { formatDateTime, formatDay } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { richText } from '../ui/rich-text.tsx'
import { Scene } from '../ui/scene.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { prizeStateLabels, text } from './prize-text.ts'

const loadClaimForm = async () => (await import('./claim-form.tsx')).ClaimForm

export function clientLoader() {
  prefetch(myPrizes, {})
  return null
}

export const meta = () => pageMeta(text.title)

/** Where a winner tells us whom to call, and sees the progress of the prize. */
export default function ClaimPage() {
  const prizes = useQuery(apiQuery(myPrizes, {}))
  return (
    <>
      <PageHead title={text.title} />
      <QueryView
        query={prizes}
        failed={scholarshipText.prizesFailed}
        loading={
          <Loading text={scholarshipText.prizesLoading}>
            <RowsSkeleton rows={4} />
          </Loading>
        }
      >
        {(list) => (list.length === 0 ? <NoPrize /> : list.map((prize) => <Prize key={prize.month} prize={prize} />))}
      </QueryView>
    </>
  )
}

function NoPrize() {
  return (
    <Empty title={text.none} help={text.noneHelp} scene="trophy">
      <Link className={buttonClass({ kind: 'line' })} to={paths.student.draws}>
        {text.toDraws}
      </Link>
    </Empty>
  )
}

function Prize({ prize }: { prize: MyPrize }) {
  const { month, state, claim, claimBy, canClaim, paidOn, isHeld } = prize
  const id = `prize-${month}`
  return (
    <Card className="stack stack-6 measure" aria-labelledby={id}>
      <div className="row prize__head">
        <Scene name="trophy" />
        <h2 className="card__h grow" id={id}>
          {text.wonIn(monthName(month))}
        </h2>
        <Chip kind={state === 'unclaimed' ? 'info' : 'ok'}>{prizeStateLabels[state]}</Chip>
      </div>
      {canClaim && !claim && <p>{text.lead}</p>}
      {canClaim && state === 'unclaimed' && (
        <p>
          <b>{text.claimBy(formatDateTime(new Date(claimBy)))}</b>
        </p>
      )}
      {paidOn !== null && <Note kind="ok">{text.paidOn(formatDay(new Date(paidOn)))}</Note>}
      {isHeld ? <Note kind="warn">{text.waits}</Note> : <Progress prize={prize} />}
      {canClaim && !claim && <Claim prize={prize} />}
      {!isHeld && <Stages prize={prize} />}
      {canClaim && claim && <Claim prize={prize} />}
    </Card>
  )
}

/** Says what has been done, what is still missing, and until when. */
function Progress({ prize: { state, claim, claimBy, agreement, name, canClaim } }: { prize: MyPrize }) {
  if (!claim) return null
  const time = formatDateTime(new Date(claimBy))
  const isAgreementMissing = agreement === 'missing'
  return (
    <>
      {state === 'claimed' && <p>{text.sent}</p>}
      {state === 'confirmed' && <Note kind="ok">{text.confirmed}</Note>}
      {state === 'claimed' && isAgreementMissing && <Note kind="warn">{text.agreementMissing(time)}</Note>}
      {state === 'confirmed' && isAgreementMissing && <Note kind="warn">{text.agreementAgain}</Note>}
      {state === 'claimed' && agreement === 'agreed' && <Note kind="ok">{text.agreed}</Note>}
      {name === 'waiting' && (
        <p>
          {isAgreementMissing
            ? text.nameNeedsGuardian({ name: claim.publicName })
            : text.nameWaits({ name: claim.publicName })}
        </p>
      )}
      {name === 'confirmed' && !isAgreementMissing && <p>{text.nameShown({ name: claim.publicName })}</p>}
      {state === 'confirmed' && !canClaim && (
        <p className="muted">
          {richText(text.fixed, { link: <PageLink to={paths.contact}>{text.writeToUs}</PageLink> })}
        </p>
      )}
    </>
  )
}

type Stage = keyof typeof text.stages

/** Lists what has happened to a prize, what is happening now, and what comes next. */
function Stages({ prize: { state, claim, agreement } }: { prize: MyPrize }) {
  const isPaid = state === 'paid'
  const isDone: Record<Stage, boolean> = {
    won: true,
    claimed: isPaid || claim !== null,
    agreed: isPaid || (claim !== null && agreement === 'agreed'),
    confirmed: isPaid || state === 'confirmed',
    paid: isPaid,
  }
  const stages = (Object.keys(text.stages) as Stage[]).filter(
    (stage) => stage !== 'agreed' || agreement !== 'not-needed',
  )
  const now = stages.find((stage) => !isDone[stage])
  return (
    <section className="stack stack-3" aria-label={text.whereNow}>
      <h3>{text.whereNow}</h3>
      <ol className="prize">
        {stages.map((stage) => (
          <li key={stage} aria-current={stage === now ? 'step' : undefined}>
            <Icon name={isDone[stage] ? 'check-circle' : 'timer'} />
            <span className="grow">
              {text.stages[stage]}
              {isDone[stage] && <span className="sr"> ({text.done})</span>}
            </span>
            {stage === now && <Chip kind="info">{text.now}</Chip>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The form is loaded on demand, because its libraries are heavy and few students win. */
function Claim({ prize }: { prize: MyPrize }) {
  const { Loaded: Form, open, busyLabel } = useOnDemand(loadClaimForm)
  if (Form) return <Form prize={prize} />
  return (
    <div>
      <Button kind={prize.claim ? 'line' : 'main'} busyLabel={busyLabel} onClick={() => void open()}>
        {prize.claim ? text.changeDetails : text.claim}
      </Button>
    </div>
  )
}
