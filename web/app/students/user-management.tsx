import { studentsText } from '@baobab/contract/students-text.ts'
import { useCallback, useState } from 'react'
import { pageMeta } from '../shell/page-meta.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { ColumnChooser } from '../ui/data-table/column-chooser.tsx'
import { SearchField } from '../ui/data-table/search-field.tsx'
import { useHiddenColumns } from '../ui/data-table/use-hidden-columns.ts'
import { ExportDialog } from '../exports/export-dialog.tsx'
import { StudentFilters } from './student-filters.tsx'
import { studentColumns } from './student-columns.tsx'
import { StudentTable } from './student-table.tsx'
import { parseSelection, withFilter, withSearch } from './student-view.ts'
import { filterLabels, describeSelection, describeTotal } from './student-labels.ts'
import { useStudentList } from './use-student-list.ts'
import { useStudentView } from './use-student-view.ts'

export const meta = () => pageMeta('User Management')

const fileWords = (filters: Record<string, string>) =>
  describeSelection(parseSelection(new URLSearchParams(filters)), 'searched' in filters)

export default function AdminUsers() {
  const [view, change] = useStudentView()
  const students = useStudentList(view)
  const { hidden, toggle } = useHiddenColumns('students', studentColumns)
  const [isExporting, setExporting] = useState(false)
  const search = useCallback((letters: string) => change((now) => withSearch(now, letters)), [change])
  return (
    <>
      <PageHead title="User Management" lead={students.total ? describeTotal(students.total) : 'Students'}>
        <SearchField
          label="Search students"
          placeholder="Search username or email"
          value={view.search}
          onSearch={search}
        />
      </PageHead>
      <div className="stack stack-3">
        <Segmented
          look="pills"
          label="Filter"
          options={filterLabels}
          value={view.filter}
          onChange={(filter) => change((now) => withFilter(now, filter))}
        />
        <div className="ltools">
          <StudentFilters view={view} onChange={change} />
          <div className="row nowrap">
            <ColumnChooser columns={studentColumns} hidden={hidden} onToggle={toggle} />
            <Button kind="line" onClick={() => setExporting(true)}>
              <Icon name="download-simple" />
              Export
            </Button>
          </div>
        </div>
      </div>
      <p className="sr" role="status">
        {students.list.data?.studentData.length === 0 && studentsText.noStudents}
      </p>
      <StudentTable view={view} students={students} hidden={hidden} onChange={change} />
      <ExportDialog
        isOpen={isExporting}
        title="Export students"
        list={{ what: 'students', filters: view }}
        selection={describeSelection(view)}
        describeFilters={fileWords}
        onClose={() => setExporting(false)}
      />
    </>
  )
}
