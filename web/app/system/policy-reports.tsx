import { listPolicyReports, type PolicyReport } from '@baobab/contract/system/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { Card } from '../ui/card.tsx'
import type { DataColumn } from '../ui/data-table/columns.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { Instant } from './instant.tsx'
import { text } from './text.ts'

/** What browsers reported as forbidden by the content policy; shows nothing while there are no reports. */
export function PolicyReports() {
  const { data } = useQuery(apiQuery(listPolicyReports, {}))
  if (!data || data.reports.length === 0) return null
  return (
    <section className="stack stack-3" aria-labelledby="policy-reports">
      <h2 className="h-20" id="policy-reports">
        {text.blockedContent}
      </h2>
      <p className="muted">{text.blockedContentLead}</p>
      <Card flush>
        <DataTable
          caption={text.blockedContent}
          columns={columns}
          rows={data.reports}
          rowKey={({ page, directive, blocked }) => `${page} ${directive} ${blocked}`}
        />
      </Card>
    </section>
  )
}

const columns: readonly DataColumn<PolicyReport>[] = [
  { id: 'page', title: text.page, kind: 'who', cell: ({ page }) => <span className="code">{page}</span> },
  {
    id: 'blocked',
    title: text.blocked,
    kind: 'detail',
    cell: ({ directive, blocked }) => <span className="code">{`${directive}: ${blocked}`}</span>,
  },
  { id: 'lastReport', title: text.lastReport, kind: 'detail', cell: ({ lastAt }) => <Instant at={lastAt} /> },
  { id: 'reports', title: text.reports, kind: 'detail', isNumber: true, cell: ({ reports }) => reports },
]
