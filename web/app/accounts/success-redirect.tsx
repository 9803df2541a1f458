import { useEffect, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { PageLink } from '../shell/page-link.tsx'

type Props = {
  /** The page that opens after `ms`, or at once when the link is clicked. */
  to: string
  /** Navigation state for that page. Only its first value is used. */
  state?: unknown
  ms?: number
  /** The link's text. */
  label: string
  children: ReactNode
}

/** Replaces a form after success: says so, then opens the next page. The link gets the focus. */
export function SuccessRedirect({ to, ms = 2000, label, children, ...props }: Props) {
  const navigate = useNavigate()
  // Kept from the first render, because a new object on each render would restart the timer.
  const [state] = useState(props.state)
  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true, state }), ms)
    return () => clearTimeout(timer)
  }, [navigate, to, ms, state])
  return (
    <div className="stack">
      <Note kind="ok" role="status">
        {children}
      </Note>
      <PageLink ref={focusLink} className={buttonClass({ block: true })} to={to} state={state} replace>
        {label}
      </PageLink>
    </div>
  )
}

/** A ref callback that focuses a link rendered in place of the focused element. */
export function focusLink(link: HTMLAnchorElement | null): void {
  link?.focus({ preventScroll: true })
}
