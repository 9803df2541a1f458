// Admins run draws here: draw now, enter the number manually, replace the list, disqualify or confirm a winner.
import {
  agreeToProposal,
  confirmWinner,
  disqualifyWinner,
  replaceList,
  runDraw,
  withdrawProposal,
  type AdminDraw,
} from '@baobab/contract/scholarship/admin.ts'
import {
  disqualificationLabels,
  disqualificationReasons,
  replacementLabels,
} from '@baobab/contract/scholarship/draw/list.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useApiMutation } from '../../api/query.ts'
import { MutationFailure, toastResult, toastSuccess } from '../../forms/mutation-result.tsx'
import { paths, toVersion } from '../../paths.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Hash } from '../hash-seal.tsx'
import { stateChips, stateLabels } from '../text.ts'
import { drawChanges, NumberDialog } from './number-dialog.tsx'
import { text } from './text.ts'
import { Witnesses } from './witnesses.tsx'

export function Draws({ draws }: { draws: readonly AdminDraw[] }) {
  return (
    <section className="stack" aria-labelledby="draws">
      <h2 className="h-20" id="draws">
        {text.draws}
      </h2>
      {draws.length === 0 ? (
        <Empty title={text.noDraws} help={text.noDrawsHelp} heading="h3" scene="trophy" />
      ) : (
        draws.map((draw) => <Draw key={`${draw.month} ${draw.version}`} draw={draw} />)
      )}
    </section>
  )
}

function Draw({ draw }: { draw: AdminDraw }) {
  const { month, version, state, entrantCount, listHash, winner, proposal, isReplaceable, witnesses } = draw
  const shownVersion = state === 'voided' ? version : undefined
  const id = `draw-${month}-${version}`
  return (
    <Card as="article" className="stack" aria-labelledby={id}>
      <div className="row">
        <h3 className="grow" id={id}>
          {monthName(month)}
        </h3>
        <Chip kind={stateChips[state]}>{stateLabels[state]}</Chip>
      </div>
      <p className="muted small">{text.entries(entrantCount)}</p>
      {state === 'waiting' && (
        <>
          <p>{text.published}</p>
          <Hash hash={listHash} label={text.fingerprint} />
        </>
      )}
      {state === 'waiting' && <Waiting draw={draw} />}
      {winner && <p>{text.winner({ username: winner.name ?? text.nameless, index: winner.index })}</p>}
      {witnesses && <Witnesses draw={draw} witnesses={witnesses} />}
      {proposal && <Proposal month={month} proposal={proposal} />}
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
        {winner && !proposal && <WinnerActions draw={draw} index={winner.index} />}
        {isReplaceable && !proposal && <ReplaceButton month={month} />}
      </div>
    </Card>
  )
}

function Waiting({ draw: { month, drawsAt, round, isDue } }: { draw: AdminDraw }) {
  const running = useApiMutation(runDraw, { changes: drawChanges })
  const [isBringing, setIsBringing] = useState(false)
  const time = formatDateTime(new Date(drawsAt))
  return (
    <>
      <p>{isDue ? text.isDue({ round, time }) : text.isWaiting({ round, time })}</p>
      {isDue && (
        <IfAllowed who={runDraw.who}>
          <div className="row">
            <Button
              size="sm"
              busyLabel={running.isPending && text.drawing}
              onClick={() => void toastResult(running.mutateAsync({ params: { month } }))}
            >
              {text.drawNow}
            </Button>
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

function WinnerActions({ draw: { month, state }, index }: { draw: AdminDraw; index: number }) {
  const confirming = useApiMutation(confirmWinner, { changes: drawChanges })
  const [isAsking, setIsAsking] = useState(false)
  return (
    <IfAllowed who={confirmWinner.who}>
      {state === 'drawn' && (
        <Button
          size="sm"
          busyLabel={confirming.isPending && text.confirming}
          onClick={() => void toastResult(confirming.mutateAsync({ params: { month } }))}
        >
          {text.confirm}
        </Button>
      )}
      <Button kind="quiet" size="sm" onClick={() => setIsAsking(true)}>
        {text.disqualify}
      </Button>
      <DisqualifyDialog month={month} index={index} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </IfAllowed>
  )
}

function ReplaceButton({ month }: { month: string }) {
  const replacing = useApiMutation(replaceList, { changes: drawChanges })
  const [isAsking, setIsAsking] = useState(false)
  function close() {
    replacing.reset()
    setIsAsking(false)
  }
  const send = async () => {
    if (await toastSuccess(replacing.mutateAsync({ params: { month } }))) close()
  }
  return (
    <IfAllowed who={replaceList.who}>
      <Button kind="quiet" size="sm" onClick={() => setIsAsking(true)}>
        {text.replace}
      </Button>
      <Dialog
        isOpen={isAsking}
        title={text.replaceTitle}
        confirmLabel={text.replace}
        busyLabel={replacing.isPending && text.replacing}
        isDangerous
        onConfirm={() => void send()}
        onCancel={close}
      >
        <p>{text.replaceHelp}</p>
        <p>{text.replaceConsequence}</p>
        <MutationFailure mutation={replacing} />
      </Dialog>
    </IfAllowed>
  )
}

function DisqualifyDialog(props: { month: string; index: number; isOpen: boolean; onClose: () => void }) {
  const { month, index, isOpen, onClose } = props
  const disqualifying = useApiMutation(disqualifyWinner, { changes: drawChanges })
  const [reason, setReason] = useState<(typeof disqualificationReasons)[number]>()
  const [error, setError] = useState<string>()
  function close() {
    setReason(undefined)
    setError(undefined)
    disqualifying.reset()
    onClose()
  }
  const send = async () => {
    if (!reason) return setError(text.chooseReason)
    if (await toastSuccess(disqualifying.mutateAsync({ params: { month }, body: { index, reason } }))) close()
  }
  return (
    <Dialog
      isOpen={isOpen}
      title={text.disqualifyTitle(index)}
      confirmLabel={text.disqualify}
      busyLabel={disqualifying.isPending && text.disqualifying}
      isDangerous
      onConfirm={() => void send()}
      onCancel={close}
    >
      <div className="stack stack-3">
        <p>{text.disqualifyHelp}</p>
        <MutationFailure mutation={disqualifying} />
        <RadioGroup
          label={text.reason}
          name="reason"
          data-first
          value={reason ?? ''}
          error={error}
          options={reasonOptions}
          onChange={(event) => {
            setReason(disqualificationReasons.find((known) => known === event.target.value))
            setError(undefined)
          }}
        />
      </div>
    </Dialog>
  )
}

/** The reasons as choices. They start with a capital letter here, but not inside a sentence. */
const reasonOptions = disqualificationReasons.map((value) => {
  const label = disqualificationLabels[value]
  return { value, label: label.charAt(0).toUpperCase() + label.slice(1) }
})

/** Returns the button's label: even an automatic proposal may need another admin's approval. */
function toAgreeLabel({ kind, proposedBy }: NonNullable<AdminDraw['proposal']>): string {
  if (kind !== 'disqualification') return text.agreeToPublish
  return proposedBy === null ? text.agreeToAutomatic : text.agree
}

/** Says what an admin has proposed, or what was proposed automatically. */
function toSentence(proposal: NonNullable<AdminDraw['proposal']>): string {
  if (proposal.kind === 'witnesses') return text.witnessesProposal(proposal)
  if (proposal.kind === 'replacement')
    return text.replacementProposal({ ...proposal, reason: replacementLabels[proposal.reason] })
  const { proposedBy, index } = proposal
  const reason = disqualificationLabels[proposal.reason]
  return proposedBy === null ? text.automaticProposal({ index, reason }) : text.proposal({ index, reason, proposedBy })
}

function Proposal({ month, proposal }: { month: string; proposal: NonNullable<AdminDraw['proposal']> }) {
  const agreeing = useApiMutation(agreeToProposal, { changes: drawChanges })
  const withdrawing = useApiMutation(withdrawProposal, { changes: drawChanges })
  const params = { params: { month } }
  return (
    <Note kind="warn">
      <p>
        {toSentence(proposal)}
        {!proposal.canAgree && ` ${text.anotherAdmin}`}
      </p>
      <IfAllowed who={withdrawProposal.who}>
        <div className="row note__do">
          {proposal.canAgree && (
            <Button
              kind="danger"
              size="sm"
              busyLabel={agreeing.isPending && text.agreeing}
              onClick={() => void toastResult(agreeing.mutateAsync(params))}
            >
              {toAgreeLabel(proposal)}
            </Button>
          )}
          <Button
            kind="line"
            size="sm"
            busyLabel={withdrawing.isPending && text.withdrawing}
            onClick={() => void toastResult(withdrawing.mutateAsync(params))}
          >
            {text.withdraw}
          </Button>
        </div>
      </IfAllowed>
    </Note>
  )
}
