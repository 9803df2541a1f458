import type { StudentRow } from '@baobab/contract/students.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { formatDate } from '../ui/dates.ts'
import type { DataColumn } from '../ui/data-table/columns.ts'
import { StudentChips } from './student-chips.tsx'
import { genderLabels } from './student-labels.ts'

/** The ids are the server's orders. */
export const studentColumns: readonly DataColumn<StudentRow>[] = [
  { id: 'username', title: 'Student', kind: 'who', sort: ['A - Z', 'Z - A'], cell: (student) => <Who {...student} /> },
  { id: 'gender', title: 'Gender', cell: ({ gender }) => genderLabels[gender] },
  {
    id: 'school',
    title: 'School',
    kind: 'detail',
    sort: ['A - Z', 'Z - A'],
    isExtra: true,
    cell: ({ school }) => school ?? <span className="muted">None given</span>,
  },
  {
    id: 'ageCategory',
    title: 'Age category',
    shortTitle: 'Age',
    kind: 'detail',
    sort: ['youngest first', 'oldest first'],
    cell: ({ ageCategory }) => ageCategory ?? 'none',
  },
  {
    id: 'score',
    title: 'Score',
    kind: 'detail',
    isNumber: true,
    isDescFirst: true,
    sort: ['lowest first', 'highest first'],
    cell: ({ score }) => score.toLocaleString('en-NG'),
  },
  {
    id: 'payment',
    title: 'Payment',
    cell: ({ isPaid }) => (isPaid ? <Chip kind="ok">Paid</Chip> : <Chip>Not paid</Chip>),
  },
  {
    id: 'joined',
    title: 'Joined',
    kind: 'detail',
    isDescFirst: true,
    sort: ['first ones first', 'newest first'],
    cell: ({ joined }) => <span className="nobr">{formatDate(new Date(joined))}</span>,
  },
  {
    id: 'details',
    title: 'Actions',
    kind: 'act',
    cell: ({ username }) => (
      <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.admin.student(username)}>
        View Details
        <span className="sr"> of {username}</span>
      </Link>
    ),
  },
]

function Who(student: StudentRow) {
  return (
    <div className="row nowrap">
      <Avatar name={student.username} size="sm" />
      <span className="clip">
        <b>{student.username}</b>
        <span className="muted">{student.email}</span>
        <StudentChips {...student} />
      </span>
    </div>
  )
}
