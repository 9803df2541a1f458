import {
  changeRole,
  endAccess,
  inviteAdmin,
  listTeam,
  NewInvitation,
  resendInvitation,
  revokeInvitation,
  type Invitation,
  type TeamMember,
} from '@baobab/contract/accounts-admin.ts'
import { roleTexts } from '@baobab/contract/accounts-admin-text.ts'
import { adminRoles, type AdminRole } from '@baobab/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { callApi } from '../../api/call-api.ts'
import { apiQuery, invalidate, prefetch, useApiMutation } from '../../api/query.ts'
import { useAdminSession } from '../../api/session.ts'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { toastResult } from '../../forms/toast-result.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { IfAllowed, useIsAllowed } from '../../shell/if-allowed.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatDate, formatDateTime } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'

export function clientLoader() {
  prefetch(listTeam, {})
  return null
}

export const meta = () => pageMeta(text.team.title)

export default function AdminTeam() {
  const team = useQuery(apiQuery(listTeam, {}))
  return (
    <>
      <PageHead title={text.team.title} lead={text.team.lead} />
      <div className="stack stack-6">
        <QueryView query={team} failed={text.team.failed} loading={<TeamLoading />}>
          {({ admins }) => <TeamMembers admins={admins} />}
        </QueryView>
        <div className="grid split split--top">
          <IfAllowed who={inviteAdmin.who}>
            <InviteForm />
          </IfAllowed>
          {team.data && <Invitations invitations={team.data.invitations} />}
        </div>
      </div>
    </>
  )
}

function TeamLoading() {
  return (
    <Card>
      <Loading text={text.team.loading}>
        <RowsSkeleton />
      </Loading>
    </Card>
  )
}

function TeamMembers({ admins }: { admins: readonly TeamMember[] }) {
  const ownUsername = useAdminSession()?.username ?? ''
  const [leaving, setLeaving] = useState<TeamMember>()
  const [changing, setChanging] = useState<TeamMember>()
  const isOwner = useIsAllowed(changeRole.who)
  const ending = useApiMutation(endAccess, { changes: [listTeam] })

  async function end(admin: TeamMember) {
    if (await toastResult(ending.mutateAsync({ params: { adminId: admin._id } }))) setLeaving(undefined)
  }

  const columns: Column<TeamMember>[] = [
    { title: text.team.admin, kind: 'who', cell: (admin) => <MemberCell admin={admin} /> },
    { title: text.team.role, kind: 'detail', cell: ({ role }) => <b>{roleTexts[role].label}</b> },
    {
      title: text.team.secondFactor,
      kind: 'detail',
      cell: ({ hasSecondFactor }) => (hasSecondFactor ? <Chip kind="ok">{text.on}</Chip> : <Chip>{text.off}</Chip>),
    },
    { title: text.team.joined, kind: 'detail', cell: ({ joinedAt }) => formatDate(new Date(joinedAt)) },
    {
      title: text.team.lastSeen,
      kind: 'detail',
      cell: ({ lastSeenAt }) => (lastSeenAt ? formatDateTime(new Date(lastSeenAt)) : text.team.neverSeen),
    },
    {
      title: text.team.actions,
      kind: 'act',
      cell: (admin) =>
        admin.username === ownUsername ? (
          <Chip kind="info">{text.team.you}</Chip>
        ) : (
          isOwner && (
            <span className="row">
              <Button
                kind="line"
                size="sm"
                aria-label={text.team.changeRoleOf(admin.username)}
                onClick={() => setChanging(admin)}
              >
                {text.team.changeRole}
              </Button>
              <Button
                kind="line"
                size="sm"
                aria-label={text.team.endAccessOf(admin.username)}
                onClick={() => setLeaving(admin)}
              >
                {text.team.endAccess}
              </Button>
            </span>
          )
        ),
    },
  ]
  return (
    <Card flush aria-label={text.team.admins}>
      <Table caption={text.team.admins} columns={columns} rows={admins} rowKey={({ _id }) => _id} />
      <Dialog
        isOpen={leaving !== undefined}
        title={text.team.endAccessQuestion(leaving?.username ?? '')}
        confirmLabel={text.team.endAccess}
        busyLabel={ending.isPending && text.team.ending}
        isDangerous
        onConfirm={() => leaving && void end(leaving)}
        onCancel={() => !ending.isPending && setLeaving(undefined)}
      >
        {text.team.endAccessEffect}
      </Dialog>
      <RoleDialog admin={changing} onClose={() => setChanging(undefined)} />
    </Card>
  )
}

type RoleDialogProps = {
  /** Whose role is changed; the dialog is closed without one. */
  admin: TeamMember | undefined
  onClose: () => void
}

function RoleDialog({ admin, onClose }: RoleDialogProps) {
  const [chosen, setChosen] = useState<AdminRole>()
  const role = chosen ?? admin?.role
  const changing = useApiMutation(changeRole, { changes: [listTeam] })

  function close() {
    setChosen(undefined)
    onClose()
  }
  async function change(adminId: string) {
    if (role && (await toastResult(changing.mutateAsync({ params: { adminId }, body: { role } })))) close()
  }

  return (
    <Dialog
      isOpen={admin !== undefined}
      title={text.team.changeRoleQuestion(admin?.username ?? '')}
      confirmLabel={text.team.changeRole}
      busyLabel={changing.isPending && text.team.changing}
      onConfirm={() => admin && void change(admin._id)}
      onCancel={() => !changing.isPending && close()}
    >
      <div className="stack">
        <RoleChoice
          name="role"
          value={role}
          onChange={({ target }) => setChosen(adminRoles.find((one) => one === target.value))}
        />
        <p className="muted">{text.team.changeRoleEffect}</p>
      </div>
    </Dialog>
  )
}

function MemberCell({ admin }: { admin: TeamMember }) {
  return (
    <div className="row nowrap">
      <Avatar name={admin.username} src={admin.profilePicture} size="sm" />
      <span className="clip">
        <b>{admin.username}</b>
        <span className="muted">{admin.email}</span>
      </span>
    </div>
  )
}

function InviteForm() {
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

/** All roles, each explained. For `register`, or with `value` and `onChange`. */
function RoleChoice(props: Omit<ComponentProps<typeof RadioGroup>, 'label' | 'options' | 'cards'>) {
  const options = adminRoles.map((value) => {
    const { label, description: detail } = roleTexts[value]
    return { value, label, detail }
  })
  return <RadioGroup label={text.team.role} cards options={options} {...props} />
}

function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
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
