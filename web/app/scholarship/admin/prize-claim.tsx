// What a winner told us, as admins see it: what was approved, its earlier versions, and what admins can do.
import { listDraws } from '@baobab/contract/scholarship/endpoints.ts'
import { ChangedClaimForm } from '@baobab/contract/scholarship/forms.ts'
import {
  changeClaim,
  confirmPublicName,
  listPrizes,
  recordAgreement,
  type AdminClaim,
  type AdminPrize,
} from '@baobab/contract/scholarship/prize.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'
import { useId, useState } from 'react'
import { useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { MutationFailure, toastSuccess } from '../../forms/mutation-result.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import type { NextStep } from './next-step.ts'
import { prizeClaimText as text } from './text.ts'

type Props = { prize: AdminPrize; claim: AdminClaim }

/** The button of the next step is at the top of the page, so it is not repeated here. */
export function PrizeClaim({ prize, claim, next }: Props & { next: NextStep['kind'] }) {
  const { agreement, name, earlierClaims, state } = prize
  return (
    <>
      <Version claim={claim} />
      {state !== 'paid' && <Note kind={agreement === 'missing' ? 'warn' : 'ok'}>{text.agreement[agreement]}</Note>}
      {text.name[name] && <Note kind={name === 'waiting' ? 'warn' : 'ok'}>{text.name[name]}</Note>}
      {earlierClaims.length > 0 && (
        <details>
          <summary>{text.earlier(earlierClaims.length)}</summary>
          <div className="stack">
            {earlierClaims.map((earlier) => (
              <Version key={earlier.version} claim={earlier} />
            ))}
          </div>
        </details>
      )}
      <IfAllowed who={changeClaim.who}>
        <div className="row">
          {agreement === 'missing' && state !== 'paid' && next !== 'agreement' && (
            <AgreementButton prize={prize} claim={claim} />
          )}
          {name === 'waiting' && agreement !== 'missing' && next !== 'name' && (
            <NameButton prize={prize} claim={claim} />
          )}
          <ChangeButton prize={prize} claim={claim} />
        </div>
      </IfAllowed>
    </>
  )
}

function Version({ claim }: { claim: AdminClaim }) {
  const { guardianName, guardianPhone, guardianEmail, publicName, claimedAt, changedBy, reason } = claim
  const lines = [
    [text.guardian, guardianName],
    [text.phone, guardianPhone],
    [text.email, guardianEmail],
    [text.publicName, publicName],
  ] as const
  const time = formatDateTime(new Date(claimedAt))
  return (
    <>
      <Lines lines={lines.filter(([, value]) => value !== '')} />
      <p className="muted small">
        {changedBy === null ? text.sentByWinner(time) : text.changedBy({ name: changedBy, time, reason: reason ?? '' })}
      </p>
    </>
  )
}

/** The queries that change with every action on a claim. */
const claimChanges = [listPrizes, listDraws]

export function AgreementButton({ prize: { month }, claim }: Props) {
  const recording = useApiMutation(recordAgreement, { changes: claimChanges })
  const [isAsking, setIsAsking] = useState(false)
  function close() {
    recording.reset()
    setIsAsking(false)
  }
  const send = async () => {
    if (await toastSuccess(recording.mutateAsync({ params: { month }, body: { version: claim.version } }))) close()
  }
  return (
    <IfAllowed who={recordAgreement.who}>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        {text.recordAgreement}
      </Button>
      <Dialog
        isOpen={isAsking}
        title={text.recordAgreementTitle(claim.guardianName)}
        confirmLabel={text.recordAgreement}
        busyLabel={recording.isPending && text.recording}
        onConfirm={() => void send()}
        onCancel={close}
      >
        <p>{text.recordAgreementHelp}</p>
        <MutationFailure mutation={recording} />
      </Dialog>
    </IfAllowed>
  )
}

export function NameButton({ prize: { month }, claim }: Props) {
  const confirming = useApiMutation(confirmPublicName, { changes: claimChanges })
  const [isAsking, setIsAsking] = useState(false)
  function close() {
    confirming.reset()
    setIsAsking(false)
  }
  const send = async () => {
    if (await toastSuccess(confirming.mutateAsync({ params: { month }, body: { version: claim.version } }))) close()
  }
  return (
    <IfAllowed who={confirmPublicName.who}>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        {text.confirmName}
      </Button>
      <Dialog
        isOpen={isAsking}
        title={text.confirmNameTitle(claim.publicName)}
        confirmLabel={text.confirmName}
        busyLabel={confirming.isPending && text.confirming}
        onConfirm={() => void send()}
        onCancel={close}
      >
        <p>{text.confirmNameHelp}</p>
        <MutationFailure mutation={confirming} />
      </Dialog>
    </IfAllowed>
  )
}

function ChangeButton({ prize: { month }, claim }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button kind="line" size="sm" onClick={() => setIsAsking(true)}>
        {text.change}
      </Button>
      <ChangeDialog month={month} claim={claim} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  )
}

type DialogProps = { month: string; claim: AdminClaim; isOpen: boolean; onClose: () => void }

function ChangeDialog({ month, claim, isOpen, onClose }: DialogProps) {
  const changing = useApiMutation(changeClaim, { changes: claimChanges })
  const formId = useId()
  const { guardianName, guardianPhone, guardianEmail, publicName } = claim
  const { form, field, submit, failure, clearFailure, isSending } = useApiForm({
    schema: ChangedClaimForm,
    values: { guardianName, guardianPhone, guardianEmail, publicName, reason: '' },
    send: async (body) => {
      toast((await changing.mutateAsync({ params: { month }, body })).message)
      form.resetField('reason')
      onClose()
    },
  })
  const cancel = () => {
    clearFailure()
    form.reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      title={text.changeTitle(monthName(month))}
      confirmLabel={text.change}
      busyLabel={isSending && text.saving}
      formId={formId}
      onCancel={cancel}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{text.changeHelp}</p>
        <TextField label={text.guardian} autoComplete="off" data-first {...field('guardianName')} />
        <TextField label={text.phone} type="tel" autoComplete="off" {...field('guardianPhone')} />
        <TextField
          label={text.email}
          hint={text.emailHint}
          type="email"
          autoComplete="off"
          {...field('guardianEmail')}
        />
        <TextField label={text.publicName} hint={text.publicNameHint} autoComplete="off" {...field('publicName')} />
        <TextArea label={text.reason} hint={text.reasonHint} rows={2} {...field('reason')} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}

/** Shows labelled values, one below the other. */
export function Lines({ lines }: { lines: readonly (readonly [string, string])[] }) {
  return (
    <dl className="stack stack-2">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt className="muted small">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
