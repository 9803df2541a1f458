import type { StudentSelection } from '@baobab/contract/console.ts'
import { Select } from '../../ui/select.tsx'
import { paramsOf, viewOf } from './student-view.ts'
import { categoryWords, paidWords, stateWords } from './student-words.ts'

type Props = {
  view: StudentSelection
  onChange: (to: (view: StudentSelection) => StudentSelection) => void
}

const choices = [
  { name: 'ageCategory', label: 'Age category', options: categoryWords },
  { name: 'paid', label: 'Payment', options: paidWords },
  { name: 'state', label: 'State', options: stateWords },
] as const

/** What narrows the list further. The ten of a board know one choice alone: whose board. */
export function StudentFilters({ view, onChange }: Props) {
  const set = (name: string, value: string) =>
    onChange((now) => {
      const params = paramsOf(now)
      if (value === '') params.delete(name)
      else params.set(name, value)
      return viewOf(params)
    })
  if (view.filter === 'top-10') {
    return (
      <div className="ltools__f">
        <Select
          label="Age category"
          options={categoryWords.filter(({ value }) => value !== 'none')}
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
