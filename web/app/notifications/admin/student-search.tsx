import { listStudents } from '@baobab/contract/students/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps, type KeyboardEvent, type RefCallback } from 'react'
import { apiQuery } from '../../api/query.ts'
import { useDebouncedValue } from '../../ui/debounce.ts'
import { FieldFrame, useField, type FieldProps } from '../../ui/fields.tsx'
import { text } from './text.ts'

/** The maximum number of suggestions. */
const MAX_SUGGESTIONS = 8

type Props = FieldProps & {
  value: string
  onChange: (username: string) => void
  inputRef: RefCallback<HTMLInputElement>
} & Pick<ComponentProps<'input'>, 'name' | 'onBlur'>

/** An input for a student's username, with suggestions matching part of the username, email, phone number or school. */
export function StudentSearch({ label, hint, error, value, onChange, inputRef, onBlur, name }: Props) {
  const field = useField({ hint, error })
  const listId = `${field.control.id}-list`
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const students = useSuggestions(value, isOpen)
  const isShown = isOpen && students.length > 0

  function choose(username: string | undefined) {
    if (username !== undefined) onChange(username)
    setOpen(false)
    setActive(-1)
  }

  function handleKey(event: KeyboardEvent) {
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
          onKeyDown={handleKey}
          onBlur={(event) => {
            choose(undefined)
            onBlur?.(event)
          }}
        />
        {isShown && (
          <div className="combo__l" id={listId} role="listbox" aria-label={text.students}>
            {students.map(({ username, email, ageCategory }, index) => (
              <button
                type="button"
                tabIndex={-1}
                key={username}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                // Keeps the focus in the input, because losing it would close the list before the click.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(username)}
              >
                <b>{username}</b>
                <span className="muted small">
                  {email} {ageCategory && <span className="nobr">{text.agesInBrackets(ageCategory)}</span>}
                </span>
              </button>
            ))}
          </div>
        )}
      </FieldFrame>
      <p className="sr" role="status">
        {isShown && text.studentsFound(students.length)}
      </p>
    </div>
  )
}

/** Returns the students that match the typed text; none once the only match is exactly that username. */
function useSuggestions(typed: string, isOpen: boolean) {
  const search = useDebouncedValue(typed.trim(), 250)
  const { data } = useQuery({
    ...apiQuery(listStudents, { query: { search, limit: MAX_SUGGESTIONS } }),
    enabled: isOpen && search !== '',
  })
  const found = data?.studentData ?? []
  const isChosen = found.length === 1 && found[0]?.username === typed.trim()
  return typed.trim() === '' || isChosen ? [] : found
}
