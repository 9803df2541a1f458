import { paymentsText } from '@baobab/contract/payments-text.ts'
import { useCallback, useState } from 'react'
import { pageMeta } from '../../shell/page-meta.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { ExportDialog } from '../../exports/export-dialog.tsx'
import { ColumnChooser } from '../../ui/data-table/column-chooser.tsx'
import { SearchField } from '../../ui/data-table/search-field.tsx'
import { useHiddenColumns } from '../../shell/use-hidden-columns.ts'
import { PaymentComparisons } from './payment-comparisons.tsx'
import { paymentColumns } from './payment-columns.tsx'
import { PaymentFilters } from './payment-filters.tsx'
import { PaymentTable } from './payment-table.tsx'
import { PaymentTotals } from './payment-totals.tsx'
import { parseSelection } from './selection-params.ts'
import { describeSelection, formatSums } from './labels.ts'
import { usePaymentList } from './use-payment-list.ts'

export const meta = () => pageMeta('Payments')

const looks = [
  { value: '', label: 'All Payments' },
  { value: 'yes', label: 'Needs A Person' },
] as const

const fileWords = (filters: Record<string, string>) =>
  describeSelection(parseSelection(new URLSearchParams(filters)), 'searched' in filters)

export default function AdminPaymentsPage() {
  const payments = usePaymentList()
  const { view, sums, set } = payments
  const { hidden, toggle } = useHiddenColumns('payments', paymentColumns)
  const [isExporting, setExporting] = useState(false)
  const search = useCallback((words: string) => set('search', words), [set])
  return (
    <>
      <PageHead title="Payments" lead={sums ? formatSums(sums) : 'Who paid, and what needs a person'}>
        <SearchField
          label="Search payments"
          placeholder="Reference, username or email"
          value={view.search}
          onSearch={search}
        />
      </PageHead>
      <PaymentComparisons />
      <div className="stack stack-3">
        <Segmented
          look="pills"
          label="Show"
          options={looks}
          value={view.attention ?? ''}
          onChange={(attention) => set('attention', attention)}
        />
        <div className="ltools">
          <PaymentFilters view={view} onSet={set} />
          <div className="row nowrap">
            <ColumnChooser columns={paymentColumns} hidden={hidden} onToggle={toggle} />
            <Button kind="line" onClick={() => setExporting(true)}>
              <Icon name="download-simple" />
              Export
            </Button>
          </div>
        </div>
      </div>
      <p className="sr" role="status">
        {payments.list.data?.payments.length === 0 && paymentsText.noPayments}
      </p>
      <PaymentTable payments={payments} hidden={hidden} />
      <PaymentTotals />
      <ExportDialog
        isOpen={isExporting}
        title="Export payments"
        list={{ what: 'payments', filters: view }}
        describeFilters={fileWords}
        selection={describeSelection(view)}
        onClose={() => setExporting(false)}
      />
    </>
  )
}
