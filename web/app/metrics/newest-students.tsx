import { allStudents } from '@baobab/contract/students.ts'
import { studentsText } from '@baobab/contract/students-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { apiQuery } from '../api/query.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { studentColumns } from '../students/student-columns.tsx'

const FIRST = 3
const shown = new Set(['username', 'gender', 'ageCategory', 'score', 'payment', 'details'])
const columns = studentColumns.filter(({ id }) => shown.has(id))

/** The first students of the list (spec 2), each with the way to everything about them. */
export function NewestStudents() {
  return (
    <section className="card card--flush" aria-labelledby="students">
      <div className="row between topten__h">
        <h2 className="card__h" id="students">
          Students
        </h2>
        <Link className={`${buttonClass({ kind: 'quiet', size: 'sm' })} no-print`} to={paths.admin.users}>
          See all students
        </Link>
      </div>
      <Rows />
    </section>
  )
}

function Rows() {
  const students = useQuery(apiQuery(allStudents, { query: { limit: FIRST } }))
  if (students.isPending) {
    return (
      <div className="topten__b">
        <Loading text={studentsText.studentsLoading}>
          <RowsSkeleton rows={FIRST} />
        </Loading>
      </div>
    )
  }
  if (!students.data) {
    const retry = () => void students.refetch()
    return <Failure title={studentsText.studentsFailed} heading="h3" isRetrying={students.isFetching} onRetry={retry} />
  }
  const { studentData } = students.data
  if (studentData.length === 0) return <p className="topten__b muted">{studentsText.noStudents}</p>
  return <Table caption="The newest students" columns={columns} rows={studentData} rowKey={({ _id }) => _id} />
}
