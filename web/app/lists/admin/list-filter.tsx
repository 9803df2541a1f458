import { useCallback, useId } from 'react'
import { useDebouncedInput } from '../../ui/debounce.ts'
import { TextField } from '../../ui/fields.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { FilterSelect } from '../../ui/select.tsx'
import type { Changes, ChoiceFilter, DayFilter, Filter, Filters, Option, TypedFilter } from './list-address.ts'

type Shown<Fs extends Filters> = {
  declared: { filters: Fs }
  selection: object
  set: (changes: Changes<Fs>) => void
}
type Props<Fs extends Filters> = {
  of: Shown<Fs>
  /** The name of the filter. */
  name: keyof Fs & string
  /** The choices, if they are not in the declaration: a text filter then becomes a select. */
  options?: readonly Option[]
}

/** The control for one of a list's filters: a search field, a select, buttons, or a day. */
export function ListFilter<Fs extends Filters>({ of: { declared, selection, set }, name, options }: Props<Fs>) {
  const filters: Filters = declared.filters
  const filter: Filter | undefined = filters[name]
  const values = selection as Record<string, string | undefined>
  const value = values[name] ?? ''
  const onChange = useCallback((to: string) => set({ [name]: to } as Changes<Fs>), [set, name])
  if (!filter || filter.kind === 'order') return null
  if (filter.kind === 'day') return <DayField filter={filter} values={values} value={value} onChange={onChange} />
  if (filter.kind === 'choice') return <Choice filter={filter} value={value} onChange={onChange} />
  const field = { label: filter.label, placeholder: filter.placeholder ?? '', value }
  if (options) return <FilterSelect {...field} options={options} onChange={({ target }) => onChange(target.value)} />
  return filter.kind === 'search' ? (
    <SearchField {...field} onSearch={onChange} />
  ) : (
    <TypedField filter={filter} value={value} onChange={onChange} />
  )
}

type FieldProps<Kind> = { filter: Kind; value: string; onChange: (value: string) => void }

function Choice({
  filter: { label, options: known, look = 'select', all },
  value,
  onChange,
}: FieldProps<ChoiceFilter>) {
  const options = known.filter((option) => !option.isFormer || option.value === value)
  if (look !== 'select') {
    const buttons = all === undefined ? options : [{ value: '', label: all }, ...options]
    return <Segmented look={look} label={label} options={buttons} value={value} onChange={onChange} />
  }
  return (
    <FilterSelect
      label={label}
      {...(all !== undefined && { placeholder: all })}
      options={options}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function TypedField({ filter: { label, placeholder, max = 100 }, value, onChange }: FieldProps<TypedFilter>) {
  const [typed, setTyped] = useDebouncedInput(value, onChange)
  return (
    <TextField
      label={label}
      placeholder={placeholder}
      autoComplete="off"
      autoCapitalize="none"
      maxLength={max}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}

type DayProps = FieldProps<DayFilter> & { values: Record<string, string | undefined> }

/** The first or last day of a range, limited by the other one. */
function DayField({ filter, values, value, onChange }: DayProps) {
  const range = 'until' in filter ? { max: values[filter.until] } : { min: values[filter.since] }
  return (
    <TextField
      label={filter.label}
      type="date"
      {...range}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type SearchFieldProps = {
  label: string
  placeholder: string
  /** The current search, from the address. */
  value: string
  onSearch: (text: string) => void
}

const MAX_LENGTH = 100

function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const id = useId()
  const [typed, setTyped] = useDebouncedInput(value, onSearch)
  return (
    <search className="field dtable__q">
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <input
        className="input"
        id={id}
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  )
}
