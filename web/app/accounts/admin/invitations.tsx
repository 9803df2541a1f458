import {
  inviteAdmin,
  listTeam,
  resendInvitation,
  revokeInvitation,
  type Invitation,
} from '@baobab/contract/accounts/admin.ts'
import { InvitationForm } from '@baobab/contract/accounts/forms.ts'
import { listRoles, toRoles, type AdminRole } from '@baobab/contract/accounts/rules.ts'
import { labelRoles } from '@baobab/contract/accounts/text.ts'
import { useState } from 'react'
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
import { richText } from '../../ui/rich-text.tsx'
import { toast } from '../../ui/toast.tsx'
import { RoleChoice } from './role-choice.tsx'
import { text } from './text.ts'

/** Invites an email address, with one or more roles. */
export function InviteForm() {
  const { form, field, submit, failure, isSending, errors } = useApiForm({
    schema: InvitationForm,
    defaultValues: { email: '', roles: [] as AdminRole[] },
    mode: 'onSubmit',
    send: async ({ email, roles }) => {
      const { message } = await callApi(inviteAdmin, { body: { email, ...toRoles(roles) } })
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
        <RoleChoice
          value={form.watch('roles')}
          onChange={(roles) => form.setValue('roles', roles, { shouldValidate: form.formState.isSubmitted })}
          error={errors.roles?.message}
        />
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
  const { _id: invitationId, email, invitedBy, expiresAt, isExpired } = invitation
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
        {labelRoles(listRoles(invitation))}
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
