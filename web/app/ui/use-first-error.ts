import { useEffect, useState } from 'react'
import { showFirstError } from './show-first-error.ts'

/** Returns a function that leads to the first error of a form once what was found is on the page. */
export function useFirstError(): (form: Element | null | undefined) => void {
  const [checked, setChecked] = useState<{ form: Element }>()
  useEffect(() => {
    if (checked) showFirstError(checked.form)
  }, [checked])
  return (form) => form && setChecked({ form })
}
