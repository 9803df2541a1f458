import { listStudents } from '@baobab/contract/students.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps, type KeyboardEvent, type RefCallback } from 'react'
import { apiQuery } from '../../api/query.ts'
import { useDebouncedValue } from '../../ui/use-debounced-value.ts'
import { formatCount } from '../../ui/format.ts'
import { FieldFrame, useField, type FieldProps } from '../../ui/field.tsx'

const MOST = 8

type Props = FieldProps & {
  value: string
  onChange: (username: string) => void
  inputRef: RefCallback<HTMLInputElement>
} & Pick<ComponentProps<'input'>, 'name' | 'onBlur'>

/** A student's username, found as it is typed: by its letters, or by a whole email address. */
export function StudentSearch({ label, hint, error, value, onChange, inputRef, onBlur, name }: Props) {
  const field = useField({ hint, error })
  const listId = `${field.control.id}-list`
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const students = useFound(value, isOpen)
  const isShown = isOpen && students.length > 0

  function choose(username: string | undefined) {
    if (username !== undefined) onChange(username)
    setOpen(false)
    setActive(-1)
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setOpen(true)
      if (students.length > 0) setActive((active + step + students.length) % students.length)
    }
    if (event.key === 'Enter' && isShown && active >= 0) {
      event.preventDefault()
      choose(students[active]?.username)
    }
    if (event.key === 'Escape' && isShown) choose(undefined)
  }

  return (
    <div className="combo">
      <FieldFrame field={field} label={label} hint={hint} error={error}>
        <input
          {...field.control}
          className="input"
          name={name}
          ref={inputRef}
          role="combobox"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? listId : undefined}
          aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
          value={value}
          onChange={(event) => {
            onChange(event.target.value)
            setOpen(true)
            setActive(-1)
          }}
          onKeyDown={press}
          onBlur={(event) => {
            choose(undefined)
            onBlur?.(event)
          }}
        />
        {isShown && (
          <div className="combo__l" id={listId} role="listbox" aria-label="Students">
            {students.map(({ username, email, ageCategory }, at) => (
              <button
                type="button"
                tabIndex={-1}
                key={username}
                id={`${listId}-${at}`}
                role="option"
                aria-selected={at === active}
                // The field keeps the focus: its blur would close the list before the press is over.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(username)}
              >
                <b>{username}</b>
                <span className="muted small">
                  {email} {ageCategory && <span className="nobr">(ages {ageCategory})</span>}
                </span>
              </button>
            ))}
          </div>
        )}
      </FieldFrame>
      <p className="sr" role="status">
        {isShown && `${formatCount(students.length, 'student')} found`}
      </p>
    </div>
  )
}

/** The students whom the letters name; those found before stay while more are typed. */
function useFound(typed: string, isOpen: boolean) {
  const search = useDebouncedValue(typed.trim(), 250)
  const { data } = useQuery({
    ...apiQuery(listStudents, { query: { search, limit: MOST } }),
    enabled: isOpen && search !== '',
  })
  const found = data?.studentData ?? []
  const isChosen = found.length === 1 && found[0]?.username === typed.trim()
  return typed.trim() === '' || isChosen ? [] : found
}
