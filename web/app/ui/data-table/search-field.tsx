import { useId } from 'react'
import { useDebouncedInput } from './use-debounced-input.ts'

type Props = {
  label: string
  placeholder: string
  /** What is searched for now, from the address. */
  value: string
  onSearch: (text: string) => void
}

const LONGEST = 100

export function SearchField({ label, placeholder, value, onSearch }: Props) {
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
        maxLength={LONGEST}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  )
}
