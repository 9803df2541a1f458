import { SCHOOL_MAX } from '@baobab/contract/accounts/rules.ts'
import { useId, useState } from 'react'
import { text as segmentText } from '../notifications/admin/text.ts'
import { useSchools } from '../notifications/admin/use-schools.ts'
import { TextField } from '../ui/fields.tsx'
import { formatCount } from '../ui/format.ts'
import { text } from './text.ts'

type Props = { value: string; onChange: (school: string) => void }

/**
 * Chooses one school by its name, from suggestions with the number of their students. A suggestion is applied at once, any
 * other text only on Enter, because students are found by the whole name of their school.
 */
export function SchoolFilter({ value, onChange }: Props) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  const [isUsed, setUsed] = useState(false)
  const lists = useId()
  const { schools, hasMore } = useSchools(typed, isUsed)
  if (shown !== value) {
    // The address has changed, for example because a saved view was opened.
    setShown(value)
    setTyped(value)
  }
  function type(to: string) {
    setTyped(to)
    if (to === '' || schools.some(({ school }) => school === to)) onChange(to)
  }
  return (
    <form
      className="schoolf"
      onSubmit={(event) => {
        event.preventDefault()
        onChange(typed.trim())
      }}
    >
      <TextField
        label={text.school}
        placeholder={text.all}
        {...(hasMore && typed !== value && { hint: segmentText.moreSchools })}
        list={lists}
        type="search"
        autoComplete="off"
        maxLength={SCHOOL_MAX}
        value={typed}
        onFocus={() => setUsed(true)}
        onChange={({ target }) => type(target.value)}
        onBlur={() => onChange(typed.trim())}
      />
      <datalist id={lists}>
        {schools.map(({ school, students }) => (
          <option key={school} value={school}>
            {formatCount(students, 'student')}
          </option>
        ))}
      </datalist>
    </form>
  )
}
