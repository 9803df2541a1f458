import { useId } from 'react'
import { buttonClass } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { Icon } from '../icon.tsx'
import { canHide, type DataColumn } from './columns.ts'

type Props<Row> = {
  columns: readonly DataColumn<Row>[]
  hidden: ReadonlySet<string>
  onToggle: (id: string) => void
}

/** A native popover: Escape or a click outside closes it and returns the focus to the button. */
export function ColumnChooser<Row>({ columns, hidden, onToggle }: Props<Row>) {
  const id = useId()
  return (
    <div className="chooser">
      <button type="button" className={buttonClass({ kind: 'line' })} popoverTarget={id}>
        <Icon name="list" />
        Columns
      </button>
      <fieldset className="card chooser__p" id={id} popover="auto">
        <legend className="sr">Columns to show</legend>
        {columns.filter(canHide).map((column) => (
          <Checkbox
            key={column.id}
            label={column.title}
            checked={!hidden.has(column.id)}
            onChange={() => onToggle(column.id)}
          />
        ))}
      </fieldset>
    </div>
  )
}
