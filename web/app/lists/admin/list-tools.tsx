import { exportAudience, personalColumns } from '@baobab/contract/exports/endpoints.ts'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { useId } from 'react'
import { ExportDialog, type ExportedList } from '../../exports/export-dialog.tsx'
import { SavedViews } from '../../saved-views/admin/saved-views.tsx'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { canHide, type DataColumn } from '../../ui/data-table/columns.ts'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { describeSelection, parseSelection, type Filters } from './list-address.ts'
import type { ShownList } from './use-admin-list.ts'

type Exports = {
  label: string
  title: string
  /** The word for one row, such as 'student'. */
  row: string
  /** A file's columns, each with the list column that shows the same. */
  columns: readonly { id: string; label: string; listColumn: string }[]
}
type Props<E extends Endpoint, Fs extends Filters, Row> = {
  of: ShownList<E, Fs, Row>
  /** The list to export, as filtered on the page. */
  exported: ExportedList
  exports: Exports
}

/** A table's buttons for its saved views, columns and export. */
export function ListTools<E extends Endpoint, Fs extends Filters, Row>({ of, exported, exports }: Props<E, Fs, Row>) {
  const { declared, description, columns, exporting, setExporting } = of
  const { name, columns: all = [] } = declared
  const { hidden, toggle } = columns
  const ids = Array.isArray(exporting) ? exporting : undefined
  // By default a file has the columns shown in the list, except personal data.
  const isShown = ({ id, listColumn }: Exports['columns'][number]) =>
    !personalColumns.includes(id) && !hidden.has(listColumn)
  return (
    <>
      <div className="row">
        {name && <SavedViews list={name} columns={columns} />}
        <ColumnChooser columns={all} hidden={hidden} onToggle={toggle} />
        <IfAllowed who={exportAudience[exported.what]}>
          <Button kind="line" onClick={() => setExporting('all')}>
            <Icon name="download-simple" />
            {exports.label}
          </Button>
        </IfAllowed>
      </div>
      <ExportDialog
        isOpen={exporting !== undefined}
        title={exports.title}
        list={exported}
        selection={ids ? formatCount(ids.length, exports.row) : description}
        ids={ids}
        columns={{ options: exports.columns, shown: exports.columns.filter(isShown).map(({ id }) => id) }}
        describeFilters={(filters) =>
          describeSelection(declared, parseSelection(declared, new URLSearchParams(filters)), 'searched' in filters)
        }
        onClose={() => setExporting(undefined)}
      />
    </>
  )
}

type ColumnChooserProps<Row> = {
  columns: readonly DataColumn<Row>[]
  hidden: ReadonlySet<string>
  onToggle: (id: string) => void
}

/** A native popover: Escape or a click outside closes it and returns the focus to the button. */
function ColumnChooser<Row>({ columns, hidden, onToggle }: ColumnChooserProps<Row>) {
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
