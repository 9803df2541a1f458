import {
  clearStudent,
  disqualifyFlagged,
  holdStudent,
  readFlagged,
  DisqualifyForm,
  HoldForm,
  listFlagged,
  countOpenAppeals,
  agreeToEntrantProposal,
  withdrawEntrantProposal,
  type EntrantProposal,
} from '@baobab/contract/fair-play/admin.ts'
import { holdReasons } from '@baobab/contract/fair-play/endpoints.ts'
import { holdReasonSentences } from '@baobab/contract/fair-play/text.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { leaderboard } from '@baobab/contract/leaderboard/endpoints.ts'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { MutationFailure, toastSuccess } from '../../forms/mutation-result.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { toast } from '../../ui/toast.tsx'
import { reasonLabels, text } from './text.ts'

type Student = ReplyOf<typeof readFlagged>['student']

/** Buttons for decisions about a student. Each explains what will happen and asks for confirmation. */
export function Decide({ student }: { student: Student }) {
  const [open, setOpen] = useState<'hold' | 'clear' | 'disqualify'>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { username, heldAt, disqualifiedAt } = student
  // The button that opened a dialog may disappear after the decision, so the focus moves to the heading.
  const dialog = { username, onClose: () => setOpen(undefined), onDone: () => heading.current?.focus() }
  return (
    <IfAllowed who={holdStudent.who}>
      <h2 className="card__h" id="actions" ref={heading} tabIndex={-1}>
        {text.actions}
      </h2>
      <div className="row">
        {heldAt === null && disqualifiedAt === null && <Button onClick={() => setOpen('hold')}>{text.hold}</Button>}
        <Button kind="line" onClick={() => setOpen('clear')}>
          {text.clear}
        </Button>
        {disqualifiedAt === null && (
          <Button kind="danger" onClick={() => setOpen('disqualify')}>
            {text.disqualify}
          </Button>
        )}
      </div>
      <HoldDialog isOpen={open === 'hold'} {...dialog} />
      <ClearDialog isOpen={open === 'clear'} {...dialog} />
      <DisqualifyDialog isOpen={open === 'disqualify'} {...dialog} />
    </IfAllowed>
  )
}

type DialogProps = { username: string; isOpen: boolean; onClose: () => void; onDone: () => void }

const reasonOptions = holdReasons.map((value) => ({
  value,
  label: reasonLabels[value],
  detail: holdReasonSentences[value],
}))

function HoldDialog({ username, isOpen, onClose, onDone }: DialogProps) {
  const formId = useId()
  const holding = useApiMutation(holdStudent, { changes: decisionChanges })
  const { form, field, submit, failure, clearFailure, isSending } = useApiForm({
    schema: HoldForm,
    mode: 'onSubmit',
    async send(body) {
      toast((await holding.mutateAsync({ params: { username }, body })).message)
      flushSync(close)
      onDone()
    },
  })
  function close() {
    clearFailure()
    form.reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      title={text.holdTitle(username)}
      confirmLabel={text.hold}
      busyLabel={isSending && text.holding}
      formId={formId}
      onCancel={close}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{text.holdEffect}</p>
        <RadioGroup
          label={text.reason}
          hint={text.reasonHint}
          cards
          options={reasonOptions}
          data-first
          {...field('reason')}
        />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}

function ClearDialog({ username, isOpen, onClose, onDone }: DialogProps) {
  const clearing = useApiMutation(clearStudent, { changes: decisionChanges })
  function close() {
    clearing.reset()
    onClose()
  }
  async function confirm() {
    if (!(await toastSuccess(clearing.mutateAsync({ params: { username } })))) return
    flushSync(close)
    onDone()
  }
  return (
    <Dialog
      isOpen={isOpen}
      title={text.clearTitle(username)}
      confirmLabel={text.clear}
      busyLabel={clearing.isPending && text.clearing}
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      <div className="stack stack-3">
        <p>{text.clearEffect}</p>
        <MutationFailure mutation={clearing} />
      </div>
    </Dialog>
  )
}

function DisqualifyDialog({ username, isOpen, onClose, onDone }: DialogProps) {
  const formId = useId()
  const disqualifying = useApiMutation(disqualifyFlagged, { changes: decisionChanges })
  const { form, field, submit, failure, clearFailure, isSending } = useApiForm({
    schema: DisqualifyForm,
    mode: 'onSubmit',
    defaultValues: { text: '' },
    async send(body) {
      toast((await disqualifying.mutateAsync({ params: { username }, body })).message)
      flushSync(close)
      onDone()
    },
  })
  function close() {
    clearFailure()
    form.reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      title={text.disqualifyTitle(username)}
      confirmLabel={text.disqualify}
      busyLabel={isSending && text.disqualifying}
      isDangerous
      formId={formId}
      onCancel={close}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{text.disqualifyEffect}</p>
        <RadioGroup
          label={text.reason}
          hint={text.reasonHint}
          cards
          options={reasonOptions}
          data-first
          {...field('reason')}
        />
        <TextArea label={text.note} hint={text.noteHint} rows={3} maxLength={500} {...field('text')} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}

/** The queries to refetch after a decision about a student. */
export const decisionChanges = [listFlagged, readFlagged, countOpenAppeals, leaderboard]

/** A proposed change to a student in an open draw, which another admin has to approve. */
export function Proposal({ proposal }: { proposal: EntrantProposal }) {
  const { _id: proposalId, change, reason, text: written, proposedBy, at, canAgree } = proposal
  const agreeing = useApiMutation(agreeToEntrantProposal, { changes: decisionChanges })
  const withdrawing = useApiMutation(withdrawEntrantProposal, { changes: decisionChanges })

  async function decide(mutation: typeof agreeing | typeof withdrawing) {
    try {
      toast((await mutation.mutateAsync({ params: { proposalId } })).message)
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad' })
    }
  }

  return (
    <Card className="stack stack-3" aria-labelledby="proposal">
      <h2 className="card__h" id="proposal">
        {text.proposal}
      </h2>
      <p>
        <b>{text.proposedChanges[change]}</b>
        {reason && `: ${reasonLabels[reason]}`}
      </p>
      {written && <p className="wrap-any">{written}</p>}
      <p className="small muted">{text.decidedBy(proposedBy, formatDateTime(new Date(at)))}</p>
      <p className="small">{text.proposalHelp}</p>
      <IfAllowed who={agreeToEntrantProposal.who}>
        <div className="row">
          {canAgree && (
            <Button busyLabel={agreeing.isPending && text.approving} onClick={() => void decide(agreeing)}>
              {text.approve}
            </Button>
          )}
          <Button
            kind="line"
            busyLabel={withdrawing.isPending && text.withdrawing}
            onClick={() => void decide(withdrawing)}
          >
            {text.withdraw}
          </Button>
        </div>
      </IfAllowed>
    </Card>
  )
}
