import { listTeam, resendInvitation, revokeInvitation, type Invitation } from '@baobab/contract/accounts-admin.ts'
import { useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'

/** The invitations that nobody has used yet. */
export function TeamInvitations({ invitations }: { invitations: readonly Invitation[] }) {
  return (
    <Card className="stack stack-3" aria-labelledby="invitations">
      <h2 className="card__h" id="invitations">
        Open invitations
      </h2>
      {invitations.length === 0 ? (
        <p className="muted">Nobody is invited right now.</p>
      ) : (
        <ul>
          {invitations.map((invitation) => (
            <Row key={invitation._id} invitation={invitation} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Row({ invitation }: { invitation: Invitation }) {
  const { _id: invitationId, email, invitedBy, expiresAt, isExpired } = invitation
  const resend = useApiMutation(resendInvitation, { changes: [listTeam] })
  const revoke = useApiMutation(revokeInvitation, { changes: [listTeam] })
  const params = { invitationId }
  const [isAsking, setAsking] = useState(false)

  async function takeBack() {
    await tell(revoke.mutateAsync({ params }))
    setAsking(false)
  }

  return (
    <li className="device">
      <span className="grow invited">
        <b>{email}</b>
        <br />
        <span className="small muted">
          {isExpired ? <Chip kind="warn">Expired</Chip> : `Until ${formatDateTime(new Date(expiresAt))}`}, by{' '}
          {invitedBy}
        </span>
      </span>
      <Button
        kind="quiet"
        size="sm"
        aria-label={`Send the invitation to ${email} again`}
        busyLabel={resend.isPending && 'Sending...'}
        onClick={() => void tell(resend.mutateAsync({ params }))}
      >
        Send again
      </Button>
      <Button
        kind="quiet"
        size="sm"
        aria-label={`Take back the invitation to ${email}`}
        onClick={() => setAsking(true)}
      >
        Take back
      </Button>
      <Dialog
        isOpen={isAsking}
        title={`Do you want to take back the invitation to ${email}?`}
        confirmLabel="Take back"
        busyLabel={revoke.isPending && 'Taking back...'}
        isDangerous
        onConfirm={() => void takeBack()}
        onCancel={() => !revoke.isPending && setAsking(false)}
      >
        The link in the mail opens nothing from then on. You can invite that person again.
      </Dialog>
    </li>
  )
}

async function tell(sending: Promise<{ message: string }>) {
  try {
    toast((await sending).message)
  } catch (error) {
    toast(errorMessage(error), { kind: 'bad' })
  }
}
