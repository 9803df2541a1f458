// The first line of the scholarship page: what to do now, with its button, or until when there is nothing to do.
import type { AdminPrize } from '@baobab/contract/scholarship/prize.ts'
import { useServerTime } from '../../api/use-server-time.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ConfirmButton, DrawNowButton } from './draw-actions.tsx'
import { findNextWait, isToDo, nextStep, type DrawMonth, type StepToDo } from './next-step.ts'
import { describeToDo, stepText } from './next-step-text.ts'
import { PayoutButton } from './payout.tsx'
import { AgreementButton, NameButton } from './prize-claim.tsx'

type Props = { months: readonly DrawMonth[]; openClaims: number; onOpen: (month: string) => void }

export function Today({ months, openClaims, onOpen }: Props) {
  const nothing = useServerTime((nowMs) => stepText.nothingToDo(findNextWait(months, new Date(nowMs))))
  const due = months.flatMap((month) => {
    const step = nextStep(month)
    return isToDo(step) ? [{ month, kind: step.kind }] : []
  })
  return (
    <Card className="stack stack-3" aria-label={stepText.today}>
      {due.length + openClaims === 0 ? (
        <p className="row nowrap">
          <Icon name="check-circle" />
          {nothing}
        </p>
      ) : (
        <ul className="stack stack-3">
          {due.map(({ month, kind }) => (
            <li key={month.month} className="row between">
              <b>{describeToDo(kind, month.month)}</b>
              <StepButton month={month} kind={kind} onOpen={onOpen} />
            </li>
          ))}
          {openClaims > 0 && (
            <li className="row between">
              <b>{stepText.answerClaims(openClaims)}</b>
              <a className={buttonClass({ kind: 'line', size: 'sm' })} href="#list-claims">
                {stepText.seeClaims}
              </a>
            </li>
          )}
        </ul>
      )}
    </Card>
  )
}

type StepProps = { month: DrawMonth; kind: StepToDo; onOpen: (month: string) => void }

/** The button that does a step, or opens the month's details if the step needs more than a button. */
function StepButton({ month: { month, prize }, kind, onOpen }: StepProps) {
  if (kind === 'draw') return <DrawNowButton month={month} />
  if (prize) {
    const button = toPrizeButton(kind, prize)
    if (button) return button
  }
  return (
    <Button kind="line" size="sm" onClick={() => onOpen(month)}>
      {stepText.seeDetails}
    </Button>
  )
}

function toPrizeButton(kind: StepToDo, prize: AdminPrize) {
  const { month, claim } = prize
  if (kind === 'confirm') return <ConfirmButton month={month} />
  if (kind === 'pay') return <PayoutButton prize={prize} />
  if (kind === 'agreement' && claim) return <AgreementButton prize={prize} claim={claim} />
  if (kind === 'name' && claim) return <NameButton prize={prize} claim={claim} />
  return undefined
}
