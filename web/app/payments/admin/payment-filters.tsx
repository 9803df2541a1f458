import type { PaymentSelection } from '@baobab/contract/payments-admin.ts'
import { paymentStates } from '@baobab/contract/payments.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { stateLabels } from './labels.ts'

type Props = { view: PaymentSelection; onSet: (name: keyof PaymentSelection, value: string) => void }

const states = paymentStates.map((value) => ({ value, label: stateLabels[value] }))

/** What narrows the table: the state, and the days on which payments were opened. */
export function PaymentFilters({ view, onSet }: Props) {
  return (
    <div className="ltools__f payf">
      <Select
        label="State"
        placeholder="All"
        options={states}
        value={view.state ?? ''}
        onChange={(event) => onSet('state', event.target.value)}
      />
      <TextField
        label="Opened from"
        type="date"
        max={view.to}
        value={view.from ?? ''}
        onChange={(event) => onSet('from', event.target.value)}
      />
      <TextField
        label="To"
        type="date"
        min={view.from}
        value={view.to ?? ''}
        onChange={(event) => onSet('to', event.target.value)}
      />
    </div>
  )
}
