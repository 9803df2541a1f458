import { readAdminProfile, updateAdminPicture } from '@baobab/contract/profile.ts'
import { endAdminSession, endOtherAdminSessions, listAdminSessions } from '@baobab/contract/accounts-sessions.ts'
import { profileText } from '@baobab/contract/profile-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { apiQuery } from '../../api/query.ts'
import { useAdminSession } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { ProductSettingsCard } from '../../settings/admin/product-settings-card.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Failure } from '../../ui/failure.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DisplayCard } from '../display-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PictureUpload } from '../picture-upload.tsx'
import { SecondFactorCard } from '../../accounts/admin/second-factor-card.tsx'
import { SessionsCard } from '../sessions-card.tsx'

const calls = { list: listAdminSessions, end: endAdminSession, endOthers: endOtherAdminSessions }

export const meta = () => pageMeta('Admin settings')

export default function AdminSetting() {
  return (
    <>
      <PageHead title="Settings" />
      <div className="grid split">
        <div className="stack stack-6">
          <Profile />
          <SecondFactorCard />
          <ProductSettingsCard />
        </div>
        <div className="stack stack-6">
          <PasswordCard />
          <SessionsCard calls={calls} />
          <DisplayCard />
          <TeamCard />
        </div>
      </div>
    </>
  )
}

function TeamCard() {
  return (
    <Card className="stack stack-3" aria-labelledby="team">
      <h2 className="card__h" id="team">
        Team
      </h2>
      <p className="muted">Invite another admin, or end an access.</p>
      <div>
        <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.admin.team}>
          Open the team
        </Link>
      </div>
    </Card>
  )
}

function Profile() {
  const username = useAdminSession()?.username ?? ''
  const { data, error, isFetching, refetch } = useQuery(apiQuery(readAdminProfile, { query: { username } }))
  if (data) {
    const { adminData } = data
    return (
      <Card className="stack stack-6" aria-label="Profile">
        <PictureUpload
          endpoint={updateAdminPicture}
          changes={readAdminProfile}
          username={username}
          pictureUrl={adminData.profilePicture}
        />
        <div className="kv">
          <TextField label="Username" readOnly value={adminData.username} />
          <TextField label="Email" readOnly value={adminData.email} />
          <TextField label="Password" readOnly type="password" autoComplete="off" value="••••••••••" />
        </div>
      </Card>
    )
  }
  if (error)
    return <Failure title={profileText.userDataFailed} isRetrying={isFetching} onRetry={() => void refetch()} />
  return (
    <Card>
      <Loading text={profileText.profileLoading}>
        <Skeleton shape="square" />
        <div className="kv" aria-hidden="true">
          {['username', 'email', 'password'].map((field) => (
            <Skeleton key={field} shape="option" />
          ))}
        </div>
      </Loading>
    </Card>
  )
}
