import { listTeam } from '@baobab/contract/accounts-admin.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { Card } from '../../ui/card.tsx'
import { Failure } from '../../ui/failure.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { InviteForm } from './invite-form.tsx'
import { TeamInvitations } from './team-invitations.tsx'
import { TeamMembers } from './team-members.tsx'

export const meta = () => pageMeta('Team')

export default function AdminTeam() {
  const { data, error, isFetching, refetch } = useQuery(apiQuery(listTeam, {}))
  return (
    <>
      <PageHead title="Team" lead="Who looks after Baobab." />
      <div className="stack stack-6">
        {data && <TeamMembers admins={data.admins} />}
        {!data && error && (
          <Failure title={accountsText.teamFailed} isRetrying={isFetching} onRetry={() => void refetch()} />
        )}
        {!data && !error && (
          <Card>
            <Loading text={accountsText.teamLoading}>
              <RowsSkeleton />
            </Loading>
          </Card>
        )}
        <div className="grid split">
          <InviteForm />
          {data && <TeamInvitations invitations={data.invitations} />}
        </div>
      </div>
    </>
  )
}
