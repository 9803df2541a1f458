import { auditText } from '@baobab/contract/audit-text.ts'
import { useCallback, useRef } from 'react'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { Pager } from '../ui/data-table/pager.tsx'
import { SearchField } from '../ui/data-table/search-field.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { auditColumns } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { LINES_A_PAGE, useAuditLog } from './use-audit-log.ts'
import { useAuditExport } from './use-audit-export.ts'

export const meta = () => pageMeta('Audit Log')

/** Who did what to whom, and when. */
export default function AuditLog() {
  const audit = useAuditLog()
  const { view, log, set } = audit
  const { isBusy, download } = useAuditExport(view)
  const search = useCallback((words: string) => set('search', words), [set])
  return (
    <>
      <PageHead title="Audit Log" lead="Who did what to whom, and when. Nobody can change or delete a line.">
        <div className="audit__do">
          <SearchField
            label="Search the audit log"
            placeholder="Search any word"
            value={view.search ?? ''}
            onSearch={search}
          />
          <Button kind="line" busyLabel={isBusy && 'Exporting...'} onClick={() => void download()}>
            <Icon name="download-simple" />
            Export CSV
          </Button>
        </div>
      </PageHead>
      <AuditFilters view={view} admins={log.data?.admins ?? []} onSet={set} />
      <Lines {...audit} />
    </>
  )
}

function Lines({ view, log, clear, page, onNext, onPrevious }: ReturnType<typeof useAuditLog>) {
  const top = useRef<HTMLElement>(null)
  if (!log.data && log.error)
    return <Failure title={auditText.auditFailed} isRetrying={log.isFetching} onRetry={() => void log.refetch()} />
  if (!log.data)
    return (
      <Card>
        <Loading text={auditText.auditLoading}>
          <RowsSkeleton rows={8} />
        </Loading>
      </Card>
    )
  const { lines, nextCursor } = log.data
  if (lines.length === 0)
    return (
      <Empty title="No lines found" help="Try other words, another admin or more days.">
        {Object.keys(view).length > 0 && (
          <Button kind="line" onClick={clear}>
            Show all lines
          </Button>
        )}
      </Empty>
    )
  const turn = (step: () => void) => () => {
    step()
    top.current?.scrollIntoView({ block: 'start' })
  }
  const from = page * LINES_A_PAGE + 1
  return (
    <>
      <section className="card card--flush table-top audit" aria-label="Lines" ref={top}>
        <DataTable
          caption="Audit log"
          columns={auditColumns}
          rows={lines}
          rowKey={keyOf}
          isStale={log.isPlaceholderData}
        />
      </section>
      <Pager
        shown={`${from.toLocaleString('en-NG')} to ${(from + lines.length - 1).toLocaleString('en-NG')}`}
        onPrevious={onPrevious && turn(onPrevious)}
        onNext={nextCursor === null ? undefined : turn(() => onNext(nextCursor))}
      />
    </>
  )
}

const keyOf = ({ _id }: { _id: string }) => _id
