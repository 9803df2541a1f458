import type { StudentSelection } from '@baobab/contract/students.ts'
import { studentsText } from '@baobab/contract/students-text.ts'
import { useRef } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { RefreshFailed } from '../ui/data-table/refresh-failed.tsx'
import { Pager } from '../ui/data-table/pager.tsx'
import { studentColumns } from './student-columns.tsx'
import { chooseOrder, toSearchParams, parseSelection, withSort } from './student-view.ts'
import { describeSelection, describeRange } from './student-labels.ts'
import { STUDENTS_A_PAGE, type useStudentList } from './use-student-list.ts'

type Props = {
  view: StudentSelection
  students: ReturnType<typeof useStudentList>
  hidden: ReadonlySet<string>
  onChange: (to: (view: StudentSelection) => StudentSelection) => void
}

/** The students of a view, or what there is to say in their place. */
export function StudentTable(props: Props) {
  const { list } = props.students
  if (list.isPending) {
    return (
      <section className="card">
        <Loading text={studentsText.studentsLoading}>
          <RowsSkeleton rows={8} />
        </Loading>
      </section>
    )
  }
  if (!list.data)
    return (
      <Failure
        title={studentsText.studentsFailed}
        help={errorMessage(list.error)}
        isRetrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  return (
    <>
      {list.isError && (
        <RefreshFailed
          failure={studentsText.studentsFailed}
          isBusy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      <Rows {...props} found={list.data} />
    </>
  )
}

type Found = NonNullable<Props['students']['list']['data']>

function Rows({ view, students, hidden, onChange, found }: Props & { found: Found }) {
  const { list, total, page, onNext, onPrevious } = students
  const { studentData, nextCursor } = found
  const top = useRef<HTMLElement>(null)
  const turn = (step: () => void) => () => {
    step()
    top.current?.scrollIntoView({ block: 'start' })
  }
  // The ten stand as the board has them, on one page.
  const areTen = view.filter === 'top-10'
  if (studentData.length === 0) {
    const isNarrowed = toSearchParams(view).size > 0 || page > 0
    return <NoStudents isNarrowed={isNarrowed} onAll={() => onChange(() => parseSelection(new URLSearchParams()))} />
  }
  return (
    <>
      <section className="card card--flush table-top" aria-label="Students" ref={top}>
        <DataTable
          caption={`Students: ${describeSelection(view)}`}
          columns={studentColumns}
          rows={studentData}
          rowKey={keyOf}
          hidden={hidden}
          sort={chooseOrder(view)}
          isStale={list.isPlaceholderData}
          {...(!areTen && { onSort: (sort) => onChange((now) => withSort(now, sort)) })}
        />
      </section>
      {!areTen && (
        <Pager
          shown={describeRange({ page, limit: STUDENTS_A_PAGE, rows: studentData.length, total })}
          onPrevious={onPrevious && turn(onPrevious)}
          onNext={nextCursor === null ? undefined : turn(() => onNext(nextCursor))}
        />
      )}
    </>
  )
}

const keyOf = ({ _id }: { _id: string }) => _id

function NoStudents({ isNarrowed, onAll }: { isNarrowed: boolean; onAll: () => void }) {
  return (
    <Empty
      title={studentsText.noStudents}
      help={isNarrowed ? 'Try fewer letters or another filter.' : 'Nobody has registered yet.'}
    >
      {isNarrowed && (
        <Button kind="line" onClick={onAll}>
          Show all students
        </Button>
      )}
    </Empty>
  )
}
