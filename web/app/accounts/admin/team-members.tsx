import { endAccess, listTeam, type TeamMember } from '@baobab/contract/accounts-admin.ts'
import { useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { useAdminSession } from '../../api/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatDateTime, formatDate } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'

/** The admins, and the end of an access, which asks first. */
export function TeamMembers({ admins }: { admins: readonly TeamMember[] }) {
  const username = useAdminSession()?.username ?? ''
  const [leaving, setLeaving] = useState<TeamMember>()
  const end = useApiMutation(endAccess, { changes: [listTeam] })

  async function endIt() {
    if (!leaving) return
    try {
      toast((await end.mutateAsync({ params: { adminId: leaving._id } })).message)
      setLeaving(undefined)
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad' })
    }
  }

  const columns: Column<TeamMember>[] = [
    { title: 'Admin', kind: 'who', cell: (admin) => <Who admin={admin} /> },
    {
      title: 'Second factor',
      kind: 'detail',
      cell: ({ hasSecondFactor }) => (hasSecondFactor ? <Chip kind="ok">On</Chip> : <Chip>Off</Chip>),
    },
    { title: 'Joined', kind: 'detail', cell: ({ joinedAt }) => formatDate(new Date(joinedAt)) },
    {
      title: 'Last seen',
      kind: 'detail',
      cell: ({ lastSeenAt }) => (lastSeenAt ? formatDateTime(new Date(lastSeenAt)) : 'Not logged in'),
    },
    {
      title: 'Actions',
      kind: 'act',
      cell: (admin) =>
        admin.username === username ? (
          <Chip kind="info">You</Chip>
        ) : (
          <Button
            kind="line"
            size="sm"
            aria-label={`End access of ${admin.username}`}
            onClick={() => setLeaving(admin)}
          >
            End access
          </Button>
        ),
    },
  ]
  return (
    <Card flush aria-label="Admins">
      <Table caption="Admins" columns={columns} rows={admins} rowKey={({ _id }) => _id} />
      <Dialog
        isOpen={leaving !== undefined}
        title={`Do you want to end the access of ${leaving?.username ?? ''}?`}
        confirmLabel="End access"
        busyLabel={end.isPending && 'Ending...'}
        isDangerous
        onConfirm={() => void endIt()}
        onCancel={() => !end.isPending && setLeaving(undefined)}
      >
        That person is logged out everywhere at once, and open invitations by that person end too. What was done stays
        in the audit log.
      </Dialog>
    </Card>
  )
}

function Who({ admin }: { admin: TeamMember }) {
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
