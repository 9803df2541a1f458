import {
  inviteAdmin,
  listTeam,
  resendInvitation,
  revokeInvitation,
  type Invitation,
} from '@baobab/contract/accounts/admin.ts'
import { NewInvitation } from '@baobab/contract/accounts/forms.ts'
import { adminRoles } from '@baobab/contract/accounts/rules.ts'
import { roleTexts } from '@baobab/contract/accounts/text.ts'
import { useState, type ComponentProps } from 'react'
import { callApi } from '../../api/call-api.ts'
import { invalidate, useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { toastResult } from '../../forms/mutation-result.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'

/** Invites an email address to a role. */
export function InviteForm() {
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: NewInvitation,
    defaultValues: { email: '' },
    mode: 'onSubmit',
    send: async (body) => {
      const { message } = await callApi(inviteAdmin, { body })
      toast(message)
      clear()
      await invalidate(listTeam)
    },
  })
  function clear(): void {
    form.reset()
  }
  return (
    <Card className="stack stack-3" aria-labelledby="invite">
      <h2 className="card__h" id="invite">
        {text.team.inviteTitle}
      </h2>
      <p className="muted">{text.team.inviteHelp}</p>
      <form className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <TextField label={text.email} type="email" autoComplete="off" {...field('email')} />
        <RoleChoice {...field('role')} />
        <FormFailureNote failure={failure} />
        <div>
          <Button type="submit" busyLabel={isSending && text.sending}>
            <Icon name="paper-plane-tilt" size="sm" />
            {text.team.invite}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Invitations that were neither used nor revoked. Expired ones can be sent again. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  return (
    <Card className="stack stack-3" aria-labelledby="invitations">
      <h2 className="card__h" id="invitations">
        {text.team.invitations}
      </h2>
      {invitations.length === 0 ? (
        <p className="muted">{text.team.noInvitations}</p>
      ) : (
        <ul>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation._id} invitation={invitation} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { _id: invitationId, email, role, invitedBy, expiresAt, isExpired } = invitation
  const resending = useApiMutation(resendInvitation, { changes: [listTeam] })
  const revoking = useApiMutation(revokeInvitation, { changes: [listTeam] })
  const [isRevokeAsked, setRevokeAsked] = useState(false)
  const params = { invitationId }

  async function revoke() {
    await toastResult(revoking.mutateAsync({ params }))
    setRevokeAsked(false)
  }

  return (
    <li className="device">
      <span className="grow invited">
        <b>{email}</b>
        <br />
        {roleTexts[role].label}
        <br />
        <span className="small muted">
          {isExpired
            ? richText(text.team.invitationExpired(invitedBy), {
                expired: <Chip kind="warn">{text.team.expired}</Chip>,
              })
            : text.team.invitedUntil(formatDateTime(new Date(expiresAt)), invitedBy)}
        </span>
      </span>
      <IfAllowed who={resendInvitation.who}>
        <Button
          kind="quiet"
          size="sm"
          aria-label={text.team.sendAgainTo(email)}
          busyLabel={resending.isPending && text.sending}
          onClick={() => void toastResult(resending.mutateAsync({ params }))}
        >
          {text.team.sendAgain}
        </Button>
        <Button kind="quiet" size="sm" aria-label={text.team.revokeFor(email)} onClick={() => setRevokeAsked(true)}>
          {text.team.revoke}
        </Button>
      </IfAllowed>
      <Dialog
        isOpen={isRevokeAsked}
        title={text.team.revokeQuestion(email)}
        confirmLabel={text.team.revoke}
        busyLabel={revoking.isPending && text.team.revoking}
        isDangerous
        onConfirm={() => void revoke()}
        onCancel={() => !revoking.isPending && setRevokeAsked(false)}
      >
        {text.team.revokeEffect}
      </Dialog>
    </li>
  )
}

/** All roles, each with an explanation. Works with `register`, or with `value` and `onChange`. */
export function RoleChoice(props: Omit<ComponentProps<typeof RadioGroup>, 'label' | 'options' | 'cards'>) {
  const options = adminRoles.map((value) => {
    const { label, description: detail } = roleTexts[value]
    return { value, label, detail }
  })
  return <RadioGroup label={text.team.role} cards options={options} {...props} />
}
