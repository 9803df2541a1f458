import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { agreeToBirth, withdrawBirth, type BirthProposal } from '@baobab/contract/students/corrections.ts'
import { cancelEmailChange, resendEmailChange, type EmailChange } from '@baobab/contract/students/email-change.ts'
import type { StudentDetails } from '@baobab/contract/students/endpoints.ts'
import { cancelGuardianChange, type GuardianChange } from '@baobab/contract/students/guardian.ts'
import { flushSync } from 'react-dom'
import type { ReactNode } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { studentChanges } from '../student-actions.tsx'
import { formatValue } from './format-value.ts'
import { text } from './text.ts'

const formatTime = (at: string) => formatDateTime(new Date(at))

type Done = { onDone: () => void }

/** The changes of a student that wait for an answer, with what an admin can do about each. */
export function WaitingChanges({ details, onDone }: { details: StudentDetails } & Done) {
  const { data, birthProposal, emailChange, guardianChange } = details
  const { username } = data
  return (
    <>
      {birthProposal && <WaitingBirth username={username} proposal={birthProposal} onDone={onDone} />}
      {emailChange && <WaitingEmail username={username} change={emailChange} onDone={onDone} />}
      {guardianChange && <WaitingGuardian username={username} change={guardianChange} onDone={onDone} />}
    </>
  )
}

type Action = {
  label: string
  busyLabel: string
  send: () => Promise<{ message: string }>
  isBusy: boolean
  error: Error | null
  who: Endpoint['who']
}

/** One change that waits, and its buttons. The focus moves after an action, because the buttons may have disappeared. */
function Waiting({
  children,
  reason,
  actions,
  onDone,
}: { children: ReactNode; reason: string; actions: Action[] } & Done) {
  const error = actions.find((action) => action.error)?.error
  async function run(send: Action['send']) {
    const reply = await send().catch(() => undefined)
    if (!reply) return
    toast(reply.message)
    flushSync(onDone)
  }
  return (
    <Note kind="warn" icon="timer">
      <div className="stack stack-2">
        <p>{children}</p>
        <p className="small">{text.because(reason)}</p>
        <div className="row">
          {actions.map(({ label, busyLabel, send, isBusy, who }) => (
            <IfAllowed key={label} who={who}>
              <Button kind="line" size="sm" busyLabel={isBusy && busyLabel} onClick={() => void run(send)}>
                {label}
              </Button>
            </IfAllowed>
          ))}
        </div>
        {error && <p role="alert">{errorMessage(error)}</p>}
      </div>
    </Note>
  )
}

function WaitingBirth({ username, proposal, onDone }: { username: string; proposal: BirthProposal } & Done) {
  const { _id: birthProposalId, birth, by, at, reason, canAgree } = proposal
  const agree = useApiMutation(agreeToBirth, { changes: studentChanges })
  const withdraw = useApiMutation(withdrawBirth, { changes: studentChanges })
  const input = { params: { username, birthProposalId } }
  const agreement: Action = {
    label: text.agree,
    busyLabel: text.agreeing,
    send: () => agree.mutateAsync(input),
    isBusy: agree.isPending,
    error: agree.error,
    who: agreeToBirth.who,
  }
  const withdrawal: Action = {
    label: text.withdraw,
    busyLabel: text.withdrawing,
    send: () => withdraw.mutateAsync(input),
    isBusy: withdraw.isPending,
    error: withdraw.error,
    who: withdrawBirth.who,
  }
  return (
    <Waiting reason={reason} actions={canAgree ? [agreement, withdrawal] : [withdrawal]} onDone={onDone}>
      {text.birthWaiting(formatValue('birth', birth), by, formatTime(at))} {!canAgree && text.anotherHasTo}
    </Waiting>
  )
}

function WaitingEmail({ username, change, onDone }: { username: string; change: EmailChange } & Done) {
  const { email, by, reason, expiresAt, refusedAt } = change
  const again = useApiMutation(resendEmailChange, { changes: studentChanges })
  const cancel = useApiMutation(cancelEmailChange, { changes: studentChanges })
  if (refusedAt !== null) return <Note kind="warn">{text.emailRefused(email, formatTime(refusedAt))}</Note>
  const input = { params: { username } }
  const actions: Action[] = [
    {
      label: text.sendAgain,
      busyLabel: text.sending,
      send: () => again.mutateAsync(input),
      isBusy: again.isPending,
      error: again.error,
      who: resendEmailChange.who,
    },
    {
      label: text.cancelChange,
      busyLabel: text.canceling,
      send: () => cancel.mutateAsync(input),
      isBusy: cancel.isPending,
      error: cancel.error,
      who: cancelEmailChange.who,
    },
  ]
  return (
    <Waiting reason={reason} actions={actions} onDone={onDone}>
      {text.emailWaiting(email, by, formatTime(expiresAt))}
    </Waiting>
  )
}

function WaitingGuardian({ username, change, onDone }: { username: string; change: GuardianChange } & Done) {
  const { guardianEmail, by, at, reason, refusedAt } = change
  const cancel = useApiMutation(cancelGuardianChange, { changes: studentChanges })
  if (refusedAt !== null) return <Note kind="warn">{text.guardianRefused(guardianEmail, formatTime(refusedAt))}</Note>
  const cancellation: Action = {
    label: text.cancelChange,
    busyLabel: text.canceling,
    send: () => cancel.mutateAsync({ params: { username } }),
    isBusy: cancel.isPending,
    error: cancel.error,
    who: cancelGuardianChange.who,
  }
  return (
    <Waiting reason={reason} actions={[cancellation]} onDone={onDone}>
      {text.guardianWaiting(guardianEmail, by, formatTime(at))}
    </Waiting>
  )
}
