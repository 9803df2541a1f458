import { useId } from 'react'
import { useDebouncedInput } from './use-debounced-input.ts'

type Props = {
  label: string
  placeholder: string
  /** The present search, from the address. */
  value: string
  onSearch: (text: string) => void
}

const MAX_LENGTH = 100

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
        maxLength={MAX_LENGTH}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  )
}
