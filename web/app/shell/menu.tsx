import type { KeyboardEvent, ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../ui/icon.tsx'

/** The menu of a top bar. A tap on one of its links closes it, and so does Escape, which leads back to its button. */
export function Menu({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return (
    // A new key for each step closes the menu. Keys that are pressed inside it bubble up to here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details className="amenu" key={key} onKeyDown={closeOnEscape}>
      <summary className="icon-btn" aria-label="Menu">
        <Icon name="list" />
      </summary>
      <nav aria-label="Menu">{children}</nav>
    </details>
  )
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
  const menu = event.currentTarget
  if (event.key !== 'Escape' || !menu.open) return
  menu.open = false
  menu.querySelector('summary')?.focus()
}
