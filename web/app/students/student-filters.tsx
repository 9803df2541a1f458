import type { StudentSelection } from '@baobab/contract/students.ts'
import { Select } from '../ui/select.tsx'
import { toSearchParams, parseSelection } from './student-view.ts'
import { categoryLabels, paidLabels, stateLabels } from './student-labels.ts'

type Props = {
  view: StudentSelection
  onChange: (to: (view: StudentSelection) => StudentSelection) => void
}

const choices = [
  { name: 'ageCategory', label: 'Age category', options: categoryLabels },
  { name: 'paid', label: 'Payment', options: paidLabels },
  { name: 'state', label: 'State', options: stateLabels },
] as const

/** What narrows the list further. The ten of a board know one choice alone: whose board. */
export function StudentFilters({ view, onChange }: Props) {
  const set = (name: string, value: string) =>
    onChange((now) => {
      const params = toSearchParams(now)
      if (value === '') params.delete(name)
      else params.set(name, value)
      return parseSelection(params)
    })
  if (view.filter === 'top-10') {
    return (
      <div className="ltools__f">
        <Select
          label="Age category"
          options={categoryLabels.filter(({ value }) => value !== 'none')}
          value={view.ageCategory ?? '11-20'}
          onChange={(event) => set('ageCategory', event.target.value)}
        />
      </div>
    )
  }
  return (
    <div className="ltools__f">
      {choices.map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          placeholder="All"
          options={options}
          value={view[name] ?? ''}
          onChange={(event) => set(name, event.target.value)}
        />
      ))}
    </div>
  )
}
