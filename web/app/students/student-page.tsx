import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import { readPaymentHistory } from '@baobab/contract/payments/admin.ts'
import { studentDetails, type StudentDetails, studentsText } from '@baobab/contract/students/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { listMethods } from '../accounts/identity-providers/text.ts'
import { adminPaths } from '../admin-paths.ts'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, prefetch } from '../api/query.ts'
import { Duplicates } from '../duplicates/duplicates.tsx'
import { StudentPoints } from '../leaderboard/admin/student-points.tsx'
import { PaymentAmount, StateChip } from '../payments/admin/payment-chips.tsx'
import { BackToList } from '../shell/admin/back-to-list.tsx'
import { IfAllowed } from '../shell/if-allowed.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { Avatar } from '../ui/avatar.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { Empty } from '../ui/empty.tsx'
import { formatDate, formatDateTime } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { Reference } from '../ui/reference.tsx'
import { TableCard, type Column } from '../ui/table.tsx'
import { EditProfile } from './corrections/edit-profile.tsx'
import { StudentChanges } from './corrections/student-changes.tsx'
import { StaffNotes } from './staff-notes.tsx'
import { StreakPauses } from './streak-pauses.tsx'
import { StudentActions } from './student-actions.tsx'
import { StudentAttempts, StudentFairPlay } from './student-attempts.tsx'
import { StudentChips } from './student-columns.tsx'
import { StudentNotifications } from './student-notifications.tsx'
import { genderLabels, text } from './text.ts'

export function clientLoader({ request }: { request: Request }) {
  const username = new URL(request.url).searchParams.get('username')
  if (username) prefetch(studentDetails, { params: { username } })
  return null
}

export const meta = () => pageMeta(text.student)

export default function StudentPage() {
  const [params] = useSearchParams()
  const username = params.get('username') ?? ''
  return (
    <>
      <BackToList to={adminPaths.users} label={text.title} />
      {username === '' ? <NoStudent /> : <Student key={username} username={username} />}
    </>
  )
}

function Student({ username }: { username: string }) {
  // Every request is written to the audit log, so it is not repeated when the window regains focus.
  const student = useQuery({
    ...apiQuery(studentDetails, { params: { username } }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (!student.data && student.error instanceof ApiError && student.error.status === 404)
    return <NoStudent help={student.error.message} />
  return (
    <QueryView
      query={student}
      failed={studentsText.studentsFailed}
      heading="h1"
      help={errorMessage(student.error)}
      loading={
        <>
          <PageHead title={username} />
          <Card>
            <Loading text={studentsText.studentLoading}>
              <RowsSkeleton rows={6} />
            </Loading>
          </Card>
        </>
      }
    >
      {(details) => <Details details={details} />}
    </QueryView>
  )
}

/** @param props.help the server's sentence, which says where a merged account is now */
function NoStudent({ help = commonText.notFound }: { help?: string }) {
  return (
    <Empty heading="h1" title={studentsText.noStudents} help={help === commonText.notFound ? text.mayBeDeleted : help}>
      <Link className={buttonClass({ kind: 'line' })} to={adminPaths.users}>
        {text.title}
      </Link>
    </Empty>
  )
}

function Details({ details }: { details: StudentDetails }) {
  const { data: student, attempts, payments, devices, streakPauses, ...notifications } = details
  const { username, disqualifiedAt, emailBouncedAt } = student
  return (
    <>
      <PageHead title={username} lead={text.detailsLead}>
        <StudentChips isDisqualified={disqualifiedAt !== null} emailBounced={emailBouncedAt !== null} />
      </PageHead>
      <div className="grid split split--top">
        <Profile student={student} keeper={details.keeper} />
        <StudentActions student={student} />
      </div>
      <div className="grid g2 split--top">
        <StaffNotes username={username} />
        <div className="stack">
          <StudentFairPlay student={student} />
          <Duplicates username={username} />
        </div>
      </div>
      <StudentPoints username={username} />
      <StudentChanges details={details} />
      <StudentAttempts username={username} attempts={attempts} />
      <StreakPauses username={username} pauses={streakPauses} />
      <Payments payments={payments} />
      <div className="grid g2 split--top">
        <StudentNotifications {...notifications} />
        <Devices devices={devices} />
      </div>
    </>
  )
}

function Profile({ student, keeper }: { student: StudentDetails['data'] } & Pick<StudentDetails, 'keeper'>) {
  const { username, email, profilePicture, avatar } = student
  return (
    <Card className="stack" aria-labelledby="profile">
      <div className="row nowrap">
        <Avatar name={username} src={profilePicture} avatar={avatar} size="lg" />
        <div className="grow wrap-any">
          <h2 className="card__h" id="profile">
            {text.profile}
          </h2>
          <span className="small muted">{email ?? text.noEmail}</span>
        </div>
      </div>
      <dl className="sfacts">
        {[...listFacts(student), ...listKeeper(keeper)].map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <EditProfile student={student} />
    </Card>
  )
}

/** The guardian whose account keeps or has joined the student's. */
function listKeeper(keeper: StudentDetails['keeper']): [string, string][] {
  return keeper === null ? [] : [[text.keptBy, text.keeper(keeper)]]
}

function listFacts(student: StudentDetails['data']): [string, string][] {
  const { number, gender, birth, ageCategory, score, school, address, isPaid, joined, verifiedAt } = student
  const { email, emailBouncedAt, provedNumber, guardianEmail, guardianAgreedAt, signInMethods, extraTimeFactor } =
    student
  const day = (at: string) => formatDate(new Date(at))
  const facts: [string, string][] = [
    [text.score, score.toLocaleString('en-NG')],
    [text.ageCategory, ageCategory ?? text.noCategory],
    [text.payment, isPaid ? text.paid : text.notPaid],
    [text.joined, formatDateTime(new Date(joined))],
    [email === null ? text.accountVerified : text.emailVerified, day(verifiedAt)],
    [text.signsInWith, listMethods(signInMethods)],
    [text.timeForQuiz, text.extraTimeOption[extraTimeFactor]],
  ]
  if (emailBouncedAt !== null) facts.push([text.emailBounced, day(emailBouncedAt)])
  // A verified number that is also the typed one is shown once.
  if (provedNumber !== null) facts.push([text.verifiedPhone, provedNumber])
  if (number !== '' && number !== provedNumber) facts.push([text.phone, number])
  facts.push(
    [text.gender, genderLabels[gender]],
    [text.birth, day(birth)],
    [text.school, school ?? text.noSchool],
    [text.address, address],
  )
  if (guardianEmail !== null)
    facts.push([
      text.guardian,
      guardianAgreedAt === null
        ? text.guardianAsked(guardianEmail)
        : text.guardianAgreed(guardianEmail, day(guardianAgreedAt)),
    ])
  return facts
}

type Payment = StudentDetails['payments'][number]

const paymentColumns: readonly Column<Payment>[] = [
  { title: text.reference, kind: 'who', cell: ({ reference }) => <Reference reference={reference} /> },
  { title: text.amount, cell: (payment) => <PaymentAmount {...payment} /> },
  { title: text.opened, kind: 'detail', cell: ({ openedAt }) => formatDateTime(new Date(openedAt)) },
  {
    title: text.confirmed,
    kind: 'detail',
    cell: ({ confirmedAt }) => (confirmedAt === null ? text.notConfirmed : formatDateTime(new Date(confirmedAt))),
  },
  {
    title: text.state,
    cell: (payment) => (
      <span className="chips">
        <StateChip {...payment} />
        {payment.isRefundDue && (
          <Chip kind="bad" icon="warning-circle">
            {text.refundDue}
          </Chip>
        )}
      </span>
    ),
  },
  {
    title: text.actions,
    kind: 'act',
    cell: ({ reference }) => (
      <IfAllowed who={readPaymentHistory.who}>
        <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.payment(reference)}>
          {text.history}
          <span className="sr"> of {reference}</span>
        </Link>
      </IfAllowed>
    ),
  },
]

function Payments({ payments }: Pick<StudentDetails, 'payments'>) {
  return (
    <TableCard
      id="payments"
      title={text.payments}
      help={payments.length === 0 ? text.noPayments : undefined}
      columns={paymentColumns}
      rows={payments}
      rowKey={({ _id }) => _id}
    />
  )
}

function Devices({ devices }: Pick<StudentDetails, 'devices'>) {
  return (
    <Card className="stack stack-3" aria-labelledby="devices">
      <h2 className="card__h" id="devices">
        {text.devices}
      </h2>
      {devices.length === 0 && <p className="muted">{text.noDevices}</p>}
      <ul>
        {devices.map(({ _id, device, since, lastSeen }) => (
          <li key={_id} className="device">
            <Icon name="device-mobile" />
            <span className="grow">
              <b>{device}</b>
              <br />
              <span className="small muted">
                {text.lastSeen(formatDateTime(new Date(lastSeen)), formatDateTime(new Date(since)))}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
