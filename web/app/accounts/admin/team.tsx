import { changeRole, endAccess, inviteAdmin, listTeam, type TeamMember } from '@baobab/contract/accounts/admin.ts'
import { listRoles, toRoles, type AdminRole } from '@baobab/contract/accounts/rules.ts'
import { accountsAdminText, labelRoles } from '@baobab/contract/accounts/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery, prefetch, useApiMutation } from '../../api/query.ts'
import { useAdminSession } from '../../api/session.ts'
import { toastResult } from '../../forms/mutation-result.tsx'
import { ListQuery } from '../../lists/admin/admin-list.tsx'
import { IfAllowed, useIsAllowed } from '../../shell/if-allowed.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Invitations, InviteForm } from './invitations.tsx'
import { RoleChoice } from './role-choice.tsx'
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
        <ListQuery query={team} failed={text.team.failed} loading={text.team.loading}>
          {({ admins }) => <TeamMembers admins={admins} />}
        </ListQuery>
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
    { title: text.team.role, kind: 'detail', cell: (admin) => <b>{labelRoles(listRoles(admin))}</b> },
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
  /** The admin whose roles are being changed; the dialog is closed when undefined. */
  admin: TeamMember | undefined
  onClose: () => void
}

function RoleDialog({ admin, onClose }: RoleDialogProps) {
  const [chosen, setChosen] = useState<readonly AdminRole[]>()
  const [isMissing, setMissing] = useState(false)
  const roles = chosen ?? (admin ? listRoles(admin) : [])
  const changing = useApiMutation(changeRole, { changes: [listTeam] })

  function close() {
    setChosen(undefined)
    setMissing(false)
    onClose()
  }
  async function change(adminId: string) {
    setMissing(roles.length === 0)
    if (roles.length === 0) return
    if (await toastResult(changing.mutateAsync({ params: { adminId }, body: toRoles(roles) }))) close()
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
          value={roles}
          onChange={(to) => {
            setChosen(to)
            setMissing(false)
          }}
          error={isMissing ? accountsAdminText.chooseRole : undefined}
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
