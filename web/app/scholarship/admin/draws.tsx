// The draws, one row for each month: its state and next step, and a button that shows its details.
import { runDraw, type AdminDraw } from '@baobab/contract/scholarship/admin.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { paths, toVersion } from '../../paths.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Empty } from '../../ui/empty.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Hash } from '../hash-seal.tsx'
import { prizeStateLabels } from '../prize-text.ts'
import { stateChips, stateLabels } from '../text.ts'
import { ConfirmButton, DisqualifyButton, DrawNowButton, Proposal, ReplaceButton } from './draw-actions.tsx'
import { nextStep, type DrawMonth, type NextStep } from './next-step.ts'
import { describeStep, stepText } from './next-step-text.ts'
import { NumberDialog } from './number-dialog.tsx'
import { Prize } from './payout.tsx'
import { text } from './text.ts'
import { Witnesses } from './witnesses.tsx'

type Props = {
  months: readonly DrawMonth[]
  /** The month whose details are open. */
  open: string | undefined
  onToggle: (month: string | undefined) => void
}

export function Draws({ months, open, onToggle }: Props) {
  return (
    <section className="stack" aria-labelledby="draws">
      <h2 className="h-20" id="draws">
        {text.draws}
      </h2>
      {months.length === 0 ? (
        <Empty title={text.noDraws} help={text.noDrawsHelp} heading="h3" scene="trophy" />
      ) : (
        months.map((month) => (
          <MonthRow
            key={month.month}
            of={month}
            isOpen={open === month.month}
            onToggle={() => onToggle(open === month.month ? undefined : month.month)}
          />
        ))
      )}
    </section>
  )
}

function MonthRow({ of, isOpen, onToggle }: { of: DrawMonth; isOpen: boolean; onToggle: () => void }) {
  const { month, draw, earlier, prize } = of
  const step = nextStep(of)
  const id = `draw-${month}`
  return (
    <Card as="article" className="stack" aria-labelledby={id}>
      <div className="row">
        <div className="grow">
          <h3 id={id}>{monthName(month)}</h3>
          <p className="muted small">{describeStep(step)}</p>
        </div>
        <Chip kind={stateChips[draw.state]}>
          {prize && draw.state !== 'drawn' ? prizeStateLabels[prize.state] : stateLabels[draw.state]}
        </Chip>
        <Button kind="line" size="sm" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? stepText.hideDetails : stepText.details}
          <span className="sr">{stepText.ofMonth(monthName(month))}</span>
        </Button>
      </div>
      {isOpen && (
        <>
          <Draw draw={draw} next={step.kind}>
            {prize && <Prize prize={prize} next={step.kind} />}
          </Draw>
          {earlier.length > 0 && <h4>{stepText.earlierLists}</h4>}
          {earlier.map((one) => (
            <Draw key={one.version} draw={one} next="replaced" />
          ))}
        </>
      )}
    </Card>
  )
}

type DrawProps = { draw: AdminDraw; next: NextStep['kind']; children?: ReactNode }

/** The details of one list of a month. */
function Draw({ draw, next, children }: DrawProps) {
  const { month, version, state, entrantCount, listHash, winner, proposal, isReplaceable, witnesses } = draw
  const shownVersion = state === 'voided' ? version : undefined
  return (
    <>
      <p className="muted small">{text.entries(entrantCount)}</p>
      {state === 'waiting' && (
        <>
          <p>{text.published}</p>
          <Hash hash={listHash} label={text.fingerprint} />
          <Waiting draw={draw} next={next} />
        </>
      )}
      {winner && <p>{text.winner({ username: winner.name ?? text.nameless, index: winner.index })}</p>}
      {witnesses && <Witnesses draw={draw} witnesses={witnesses} />}
      {proposal && <Proposal month={month} proposal={proposal} />}
      {children}
      <div className="row">
        <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.draw(month, shownVersion)}>
          {text.publicPage}
        </Link>
        <a
          className={buttonClass({ kind: 'line', size: 'sm' })}
          href={`/api/scholarship/draws/${month}/archive${toVersion(shownVersion)}`}
          download
        >
          {text.downloadFiles}
        </a>
        {winner && !proposal && (
          <>
            {state === 'drawn' && next === 'name' && <ConfirmButton month={month} />}
            <DisqualifyButton month={month} index={winner.index} />
          </>
        )}
        {isReplaceable && !proposal && <ReplaceButton month={month} />}
      </div>
    </>
  )
}

function Waiting({ draw: { month, drawsAt, round, isDue }, next }: Pick<DrawProps, 'draw' | 'next'>) {
  const [isBringing, setIsBringing] = useState(false)
  const time = formatDateTime(new Date(drawsAt))
  return (
    <>
      <p>{isDue ? text.isDue({ round, time }) : text.isWaiting({ round, time })}</p>
      {isDue && (
        <IfAllowed who={runDraw.who}>
          <div className="row">
            {next !== 'draw' && <DrawNowButton month={month} />}
            <Button kind="line" size="sm" onClick={() => setIsBringing(true)}>
              {text.bringNumber}
            </Button>
          </div>
          <NumberDialog month={month} round={round} isOpen={isBringing} onClose={() => setIsBringing(false)} />
        </IfAllowed>
      )}
    </>
  )
}
