import { bulkAudience } from '@baobab/contract/bulk/endpoints.ts'
import { studentExportColumns, type StudentExportColumn } from '@baobab/contract/exports/endpoints.ts'
import { studentsText } from '@baobab/contract/students/endpoints.ts'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { BulkRuns } from '../bulk/admin/bulk-runs.tsx'
import { AdminTable } from '../lists/admin/admin-table.tsx'
import { ListFilter } from '../lists/admin/list-filter.tsx'
import { ListTools } from '../lists/admin/list-tools.tsx'
import { prefetchList, useAdminList, useFirstPage } from '../lists/admin/use-admin-list.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { PageHead } from '../ui/page-head.tsx'
import { FilterSelect } from '../ui/select.tsx'
import { makeTop10Columns, studentColumns } from './student-columns.tsx'
import { SchoolFilter } from './school-filter.tsx'
import { chooseOrder, describePage, describeTotal, students } from './student-list.ts'
import { bulkStudentChanges, StudentSelectionBar } from './student-selection.tsx'
import { text } from './text.ts'

const TOTAL_STALE_MS = 5 * 60_000

export const clientLoader = ({ request }: { request: Request }) => prefetchList(students, request)

export const meta = () => pageMeta(text.title)

/** Lists the students. The selection is in the address, so that it can be bookmarked and shared. */
export default function UserManagement() {
  const list = useAdminList(students)
  const { selection, rows, set } = list
  const total = useFirstPage(list, (reply) => reply.total, TOTAL_STALE_MS)
  // The top 10 fit on one page, in leaderboard order.
  const isTop10 = selection.filter === 'top-10'
  const columns = useMemo(() => (isTop10 ? makeTop10Columns(rows) : studentColumns), [isTop10, rows])
  return (
    <>
      <PageHead
        title={text.title}
        lead={
          <>
            {total ? describeTotal(total) : text.students},{' '}
            <Link to={adminPaths.registrations}>{text.pendingRegistrations}</Link>
          </>
        }
      >
        <ListFilter of={list} name="search" />
      </PageHead>
      <div className="stack stack-3">
        <ListFilter of={list} name="filter" />
        <div className="ltools">
          <div className="ltools__f">
            {isTop10 ? (
              <FilterSelect
                label={text.ageCategory}
                placeholder={text.all}
                options={students.filters.ageCategory.options.filter(({ value }) => value !== 'none')}
                value={selection.ageCategory ?? ''}
                onChange={({ target }) => set({ ageCategory: target.value })}
              />
            ) : (
              <>
                <ListFilter of={list} name="ageCategory" />
                <ListFilter of={list} name="paid" />
                <ListFilter of={list} name="state" />
                <SchoolFilter value={selection.school ?? ''} onChange={(school) => set({ school })} />
              </>
            )}
          </div>
          <ListTools of={list} exported={{ what: 'students', filters: selection }} exports={studentExport} />
        </div>
      </div>
      <BulkRuns list="students" changes={bulkStudentChanges} />
      <p className="sr" role="status">
        {list.query.data && rows.length === 0 && studentsText.noStudents}
      </p>
      <AdminTable
        of={list}
        title={text.students}
        caption={text.list(list.description)}
        columns={columns}
        rowKey={({ _id }) => _id}
        rowLabel={({ username }) => username}
        sort={chooseOrder(selection)}
        onSort={isTop10 ? undefined : ({ id, isDesc }) => set({ sort: id, direction: isDesc ? 'desc' : 'asc' })}
        pager={isTop10 ? 'none' : 'always'}
        shown={(range) => describePage(range, total)}
        empty={{
          title: studentsText.noStudents,
          help: text.nobodyYet,
          narrowed: text.tryOtherFilter,
          showAll: text.showAll,
        }}
        selectors={bulkAudience['students.notify']}
        bar={(picked, hasMore) => (
          <StudentSelectionBar
            selection={picked}
            filters={selection}
            allLabel={total ? text.allOf(describeTotal(total)) : text.allMatching}
            hasMore={hasMore}
            onExport={() => list.exportPicked(picked)}
          />
        )}
      />
    </>
  )
}

const exportLabels: Record<StudentExportColumn, string> = {
  username: text.username,
  email: text.email,
  phone: text.phone,
  gender: text.gender,
  birth: text.birth,
  school: text.school,
  score: text.score,
  ageCategory: text.ageCategory,
  paid: text.paid,
  paidOn: text.paidOn,
  joined: text.joined,
  disqualified: text.disqualified,
  extraTime: text.extraTime,
  emailBounced: text.emailBounced,
}

/** Export columns that have a different id in the list. */
const listIds: Partial<Record<StudentExportColumn, string>> = { email: 'username', paid: 'payment' }

const studentExport = {
  label: text.export,
  title: text.exportStudents,
  row: 'student',
  columns: studentExportColumns.map((id) => ({ id, label: exportLabels[id], listColumn: listIds[id] ?? id })),
} as const
