// What admins do with a draw: draw now, confirm or disqualify a winner, replace the list, decide on a proposal.
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
import { useState } from 'react'
import { useApiMutation } from '../../api/query.ts'
import { MutationFailure, toastResult, toastSuccess } from '../../forms/mutation-result.tsx'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { drawChanges } from './number-dialog.tsx'
import { text } from './text.ts'

type MonthProps = { month: string }

export function DrawNowButton({ month }: MonthProps) {
  const running = useApiMutation(runDraw, { changes: drawChanges })
  return (
    <IfAllowed who={runDraw.who}>
      <Button
        size="sm"
        busyLabel={running.isPending && text.drawing}
        onClick={() => void toastResult(running.mutateAsync({ params: { month } }))}
      >
        {text.drawNow}
      </Button>
    </IfAllowed>
  )
}

export function ConfirmButton({ month }: MonthProps) {
  const confirming = useApiMutation(confirmWinner, { changes: drawChanges })
  return (
    <IfAllowed who={confirmWinner.who}>
      <Button
        size="sm"
        busyLabel={confirming.isPending && text.confirming}
        onClick={() => void toastResult(confirming.mutateAsync({ params: { month } }))}
      >
        {text.confirm}
      </Button>
    </IfAllowed>
  )
}

export function DisqualifyButton({ month, index }: { month: string; index: number }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <IfAllowed who={disqualifyWinner.who}>
      <Button kind="quiet" size="sm" onClick={() => setIsAsking(true)}>
        {text.disqualify}
      </Button>
      <DisqualifyDialog month={month} index={index} isOpen={isAsking} onClose={() => setIsAsking(false)} />
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

export function ReplaceButton({ month }: MonthProps) {
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

export function Proposal({ month, proposal }: { month: string; proposal: NonNullable<AdminDraw['proposal']> }) {
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
