import { bulkAudience } from '@baobab/contract/bulk/endpoints.ts'
import { listAllPayments, readPaymentHistory, type PaymentSelection } from '@baobab/contract/payments/admin.ts'
import { exportAudience } from '@baobab/contract/exports/endpoints.ts'
import { useState } from 'react'
import { BulkDialog } from '../../bulk/admin/bulk-dialog.tsx'
import { toTargets } from '../../bulk/admin/use-bulk-action.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/data-table/selection-bar.tsx'
import type { Selection } from '../../ui/data-table/use-selection.ts'
import { formatCount } from '../../ui/format.ts'
import { text } from './text.ts'

/** The queries that checking payments changes. */
export const bulkPaymentChanges = [listAllPayments, readPaymentHistory]

const countPayments = (count: number) => formatCount(count, 'payment')

type Props = {
  selection: Selection
  filters: PaymentSelection
  hasMore: boolean
  onExport: () => void
}

/** What can be done with the selected payments. */
export function PaymentSelectionBar({ selection, filters, hasMore, onExport }: Props) {
  const [isChecking, setChecking] = useState(false)
  const payments = selection.isAll ? text.allMatching : countPayments(selection.ids.size)
  return (
    <>
      <SelectionBar selection={selection} countLabel={countPayments} allLabel={text.allMatching} hasMore={hasMore}>
        <IfAllowed who={bulkAudience['payments.check']}>
          <Button kind="line" size="sm" onClick={() => setChecking(true)}>
            {text.checkSelected}
          </Button>
        </IfAllowed>
        <IfAllowed who={exportAudience.payments}>
          <Button kind="line" size="sm" onClick={onExport}>
            {text.export}
          </Button>
        </IfAllowed>
      </SelectionBar>
      <BulkDialog
        isOpen={isChecking}
        title={text.checkTitle(payments)}
        confirmLabel={text.checkSelected}
        changes={bulkPaymentChanges}
        order={() => ({ action: 'payments.check', options: {}, targets: toTargets(selection, filters) })}
        onClose={() => setChecking(false)}
        onStarted={selection.clear}
      >
        <p>{text.checkEffect}</p>
      </BulkDialog>
    </>
  )
}
