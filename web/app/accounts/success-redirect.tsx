import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { useRedirect } from './use-redirect.ts'

type Props = {
  /** Where it goes, by itself after `ms`, or at once by a tap. */
  to: string
  state?: unknown
  ms?: number
  label: string
  children: ReactNode
}

/** In place of a form that was taken. The focus is on the way on. */
export function SuccessRedirect({ to, ms = 2000, label, children, ...props }: Props) {
  // As it was at first: a new object at each drawing would start the clock again.
  const [state] = useState(props.state)
  useRedirect(to, ms, state)
  return (
    <div className="stack">
      <Note kind="ok" role="status">
        {children}
      </Note>
      <Link ref={focus} className={buttonClass({ kind: 'accent', block: true })} to={to} state={state} replace>
        {label}
      </Link>
    </div>
  )
}

function focus(link: HTMLAnchorElement | null) {
  link?.focus({ preventScroll: true })
}
