import { ApiError } from '@baobab/contract/api-error.ts'
import type { StudentDetails } from '@baobab/contract/students.ts'
import { studentsText } from '@baobab/contract/students-text.ts'
import { Link, useSearchParams } from 'react-router'
import { errorMessage } from '../api/error-message.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { BackLink } from '../shell/back-link.tsx'
import { StudentActions } from './student-actions.tsx'
import { StudentAttempts } from './student-attempts.tsx'
import { StudentChips } from './student-chips.tsx'
import { StudentDevices } from './student-devices.tsx'
import { StudentNotifications } from './student-notifications.tsx'
import { StudentPayments } from './student-payments.tsx'
import { StudentProfile } from './student-profile.tsx'
import { useStudent } from './use-student.ts'

export const meta = () => pageMeta('Student')

export default function AdminStudent() {
  const [params] = useSearchParams()
  const username = params.get('username') ?? ''
  return (
    <>
      <BackLink to={paths.admin.users} label="User Management" />
      {username === '' ? <NoStudent /> : <Found key={username} username={username} />}
    </>
  )
}

function Found({ username }: { username: string }) {
  const { data, error, isPending, isFetching, refetch } = useStudent(username)
  if (data) return <Details {...data} />
  if (isPending) {
    return (
      <>
        <PageHead title={username} />
        <Card>
          <Loading text={studentsText.studentLoading}>
            <RowsSkeleton rows={6} />
          </Loading>
        </Card>
      </>
    )
  }
  if (error instanceof ApiError && error.status === 404) return <NoStudent />
  return (
    <Failure
      heading="h1"
      title={studentsText.studentsFailed}
      help={errorMessage(error)}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

function Details({ data: student, attempts, payments, devices, ...rest }: StudentDetails) {
  const { username, verifiedAt, disqualifiedAt, emailBouncedAt } = student
  return (
    <>
      <PageHead title={username} lead="Everything about this student. The look is written down with your name.">
        <StudentChips
          isVerified={verifiedAt !== null}
          isDisqualified={disqualifiedAt !== null}
          emailBounced={emailBouncedAt !== null}
        />
      </PageHead>
      <div className="grid split split--top">
        <StudentProfile student={student} />
        <StudentActions student={student} />
      </div>
      <StudentAttempts username={username} attempts={attempts} />
      <StudentPayments payments={payments} />
      <div className="grid g2 split--top">
        <StudentNotifications {...rest} />
        <StudentDevices devices={devices} />
      </div>
    </>
  )
}

function NoStudent() {
  return (
    <Empty heading="h1" title={studentsText.noStudents} help="The account may have been deleted.">
      <Link className={buttonClass({ kind: 'line' })} to={paths.admin.users}>
        User Management
      </Link>
    </Empty>
  )
}
