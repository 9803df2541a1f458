import type { ListedStudent } from '@baobab/contract/students/endpoints.ts'
import { Link } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import type { DataColumn } from '../ui/data-table/columns.ts'
import { formatDate } from '../ui/format.ts'
import { genderLabels, text } from './text.ts'

/** The ids of sortable columns are the names that the server sorts by. */
export const studentColumns: readonly DataColumn<ListedStudent>[] = [
  {
    id: 'username',
    title: text.username,
    kind: 'who',
    sort: [text.aToZ, text.zToA],
    cell: (student) => <Who {...student} />,
  },
  { id: 'gender', title: text.gender, cell: ({ gender }) => genderLabels[gender] },
  {
    id: 'school',
    title: text.school,
    kind: 'detail',
    sort: [text.aToZ, text.zToA],
    isExtra: true,
    cell: ({ school }) => school ?? <span className="muted">{text.noSchool}</span>,
  },
  {
    id: 'ageCategory',
    title: text.ageCategory,
    shortTitle: text.age,
    kind: 'detail',
    sort: [text.youngestFirst, text.oldestFirst],
    cell: ({ ageCategory }) => ageCategory ?? text.noCategory,
  },
  {
    id: 'score',
    title: text.score,
    kind: 'detail',
    isNumber: true,
    isDescFirst: true,
    sort: [text.lowestFirst, text.highestFirst],
    cell: ({ score }) => score.toLocaleString('en-NG'),
  },
  {
    id: 'payment',
    title: text.payment,
    cell: ({ isPaid }) => (isPaid ? <Chip kind="ok">{text.paid}</Chip> : <Chip>{text.notPaid}</Chip>),
  },
  {
    id: 'joined',
    title: text.joined,
    kind: 'detail',
    isDescFirst: true,
    sort: [text.earliestFirst, text.newestFirst],
    cell: ({ joined }) => <span className="nobr">{formatDate(new Date(joined))}</span>,
  },
  {
    id: 'details',
    title: text.actions,
    kind: 'act',
    cell: ({ username }) => (
      <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.student(username)}>
        {text.viewDetails}
        <span className="sr">{text.ofStudent(username)}</span>
      </Link>
    ),
  },
]

/** Returns the columns of the top 10, with the rank in place of the day of joining. Students with the same points have the same rank. */
export function makeTop10Columns(top: readonly Pick<ListedStudent, 'score'>[]): readonly DataColumn<ListedStudent>[] {
  const rank: DataColumn<ListedStudent> = {
    id: 'rank',
    title: text.rank,
    kind: 'detail',
    isNumber: true,
    cell: ({ score }) => 1 + top.filter((other) => other.score > score).length,
  }
  return [rank, ...studentColumns.filter(({ id }) => id !== 'joined')]
}

function Who(student: ListedStudent) {
  return (
    <div className="row nowrap">
      <Avatar name={student.username} size="sm" />
      <span className="clip">
        <b>{student.username}</b>
        <span className="muted">{student.email ?? text.noEmail}</span>
        <StudentChips {...student} />
      </span>
    </div>
  )
}

type ChipsProps = { isDisqualified: boolean; emailBounced: boolean }

/** Shows a chip for everything unusual about a student. */
export function StudentChips({ isDisqualified, emailBounced }: ChipsProps) {
  if (!isDisqualified && !emailBounced) return null
  return (
    <span className="chips student__chips">
      {isDisqualified && (
        <Chip kind="bad" icon="x-circle">
          {text.disqualified}
        </Chip>
      )}
      {emailBounced && (
        <Chip kind="warn" icon="warning">
          {text.emailBounced}
        </Chip>
      )}
    </span>
  )
}
