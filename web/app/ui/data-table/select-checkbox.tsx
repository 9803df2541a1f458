import { useEffect, useRef } from 'react'
import { Checkbox } from '../checkbox.tsx'
import type { Selection } from './use-selection.ts'

type RowProps = {
  selection: Selection
  id: string
  /** What is selected, for screen readers: 'Select amina'. */
  label: string
}

/** Selects one row or card. With Shift, all rows from the last one that was changed. */
export function SelectRow({ selection, id, label }: RowProps) {
  return (
    <label className="pick">
      <input
        type="checkbox"
        aria-label={label}
        checked={selection.has(id)}
        // The browser sends a click for the space bar, too.
        onChange={({ nativeEvent }) => selection.toggle(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
    </label>
  )
}

const SELECT_PAGE = 'Select all rows on this page'

/** Selects the rows of the page, as a checkbox in a header; `isNamed` shows its label, for lists without a header. */
export function SelectPage({ selection, isNamed = false }: { selection: Selection; isNamed?: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const isPart = selection.page === 'some'
  useEffect(() => {
    if (input.current) input.current.indeterminate = isPart
  }, [isPart])
  const props = { ref: input, checked: selection.page === 'all', onChange: selection.togglePage }
  if (isNamed) return <Checkbox label={SELECT_PAGE} {...props} />
  return (
    <label className="pick">
      <input type="checkbox" aria-label={SELECT_PAGE} {...props} />
    </label>
  )
}
