import { ApiError } from '@baobab/contract/api-error.ts'
import { readStudentProfile } from '@baobab/contract/profile.ts'
import { endOtherSessions, endSession, listSessions } from '@baobab/contract/accounts-sessions.ts'
import { profileText } from '@baobab/contract/profile-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useOutletContext } from 'react-router'
import { apiQuery } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { DownloadsCard } from '../videos/downloads/downloads-card.tsx'
import { paths } from '../paths.ts'
import { PaymentsCard } from '../payments/payments-card.tsx'
import { MyDataCard } from '../privacy/my-data-card.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import type { LeaveActions } from '../shell/session-guard.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { DisplayCard } from './display-card.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { StudentPicture } from './student-picture.tsx'

const calls = { list: listSessions, end: endSession, endOthers: endOtherSessions }

export const meta = () => pageMeta('Settings')

export default function Settings() {
  const { logOut, leave } = useOutletContext<LeaveActions>()
  const email = useStudentSession()?.email ?? ''
  return (
    <>
      <PageHead title="Settings" />
      <div className="grid split">
        <Profile />
        <div className="stack stack-6">
          <DisplayCard />
          <PaymentsCard />
          <DownloadsCard />
          <SessionsCard calls={calls} />
          <MyDataCard email={email} onErased={(message) => leave(paths.home, message)} />
          <Button kind="line" onClick={logOut}>
            <Icon name="sign-out" />
            Log Out
          </Button>
        </div>
      </div>
    </>
  )
}

function Profile() {
  const username = useStudentSession()?.username ?? ''
  const { data, error, isFetching, refetch } = useQuery(apiQuery(readStudentProfile, { params: { username } }))
  if (data) {
    return (
      <Card className="stack stack-6" aria-label="Profile">
        <StudentPicture profile={data.data} />
        <ProfileForm profile={data.data} />
      </Card>
    )
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Empty title={profileText.noUserData} help="Log in again, or write to us and we will look.">
        <Link className={buttonClass({ kind: 'line' })} to={paths.contact}>
          Contact Us
        </Link>
      </Empty>
    )
  }
  if (error)
    return <Failure title={profileText.userDataFailed} isRetrying={isFetching} onRetry={() => void refetch()} />
  return <ProfileSkeleton />
}

function ProfileSkeleton() {
  return (
    <Card>
      <Loading text={profileText.profileLoading}>
        <Skeleton shape="square" />
        <div className="kv" aria-hidden="true">
          {['username', 'email', 'birth', 'password', 'number', 'address'].map((field) => (
            <Skeleton key={field} shape="option" />
          ))}
        </div>
        <Skeleton shape="button" />
      </Loading>
    </Card>
  )
}
