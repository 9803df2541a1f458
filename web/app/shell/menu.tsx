import type { KeyboardEvent, ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import { text } from './text.ts'

/** A top bar's menu. Following a link closes it, and so does Escape, which returns the focus to the button. */
export function Menu({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return (
    // The key changes with each navigation, which closes the menu. Key events inside it bubble up to here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details className="amenu" key={key} onKeyDown={closeOnEscape}>
      <summary className="icon-btn" aria-label={text.menu}>
        <Icon name="list" />
      </summary>
      <nav aria-label={text.menu}>{children}</nav>
    </details>
  )
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
  const menu = event.currentTarget
  if (event.key !== 'Escape' || !menu.open) return
  menu.open = false
  menu.querySelector('summary')?.focus()
}
