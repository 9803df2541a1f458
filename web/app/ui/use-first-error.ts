import { useEffect, useState } from 'react'
import { showFirstError } from './show-first-error.ts'

/** Returns a function that moves to a form's first error once the errors are on the page. */
export function useFirstError(): (form: Element | null | undefined) => void {
  const [checked, setChecked] = useState<{ form: Element }>()
  useEffect(() => {
    if (checked) showFirstError(checked.form)
  }, [checked])
  return (form) => form && setChecked({ form })
}
