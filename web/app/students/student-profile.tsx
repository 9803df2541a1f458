import type { StudentDetails } from '@baobab/contract/students.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Card } from '../ui/card.tsx'
import { formatDateTime, formatDate } from '../ui/dates.ts'
import { genderLabels } from './student-labels.ts'

type Student = StudentDetails['data']

const day = (at: string) => formatDate(new Date(at))

export function StudentProfile({ student }: { student: Student }) {
  const { username, email, profilePicture } = student
  return (
    <Card className="stack" aria-labelledby="profile">
      <div className="row nowrap">
        <Avatar name={username} src={profilePicture} size="lg" />
        <div className="clip">
          <h2 className="card__h" id="profile">
            Profile
          </h2>
          <span className="muted">{email}</span>
        </div>
      </div>
      <dl className="sfacts">
        {factsOf(student).map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function factsOf(student: Student): [string, string][] {
  const { number, gender, birth, ageCategory, score, school, address, isPaid, joined, verifiedAt } = student
  return [
    ['Score', score.toLocaleString('en-NG')],
    ['Age category', ageCategory ?? 'none'],
    ['Payment', isPaid ? 'Paid' : 'Not paid'],
    ['Joined', formatDateTime(new Date(joined))],
    ['Email verified', verifiedAt === null ? 'Not yet' : day(verifiedAt)],
    ...bounceOf(student),
    ['Phone number', number],
    ['Gender', genderLabels[gender]],
    ['Date of birth', day(birth)],
    ['School', school ?? 'None given'],
    ['Address', address],
    ...guardianOf(student),
  ]
}

function bounceOf({ emailBouncedAt }: Student): [string, string][] {
  return emailBouncedAt === null ? [] : [['Email bounced', day(emailBouncedAt)]]
}

function guardianOf({ guardianEmail, guardianAgreedAt }: Student): [string, string][] {
  if (guardianEmail === null) return []
  const agreed = guardianAgreedAt === null ? 'has not agreed yet' : `agreed on ${day(guardianAgreedAt)}`
  return [['Parent or guardian', `${guardianEmail}, ${agreed}`]]
}
