import type { ReactNode, ToggleEvent } from 'react'
import { Icon } from './icon.tsx'

type Props = { name: string; items: readonly { title: string; body: ReactNode }[]; openFirst?: boolean }

/** Questions and answers, one open at a time; works before and without script. */
export function Accordion({ name, items, openFirst = false }: Props) {
  return (
    <div className="faq">
      {items.map((item, at) => (
        <details key={item.title} name={name} open={openFirst && at === 0} onToggle={closeOthers}>
          <summary>
            {item.title}
            <Icon name="plus" />
          </summary>
          <p>{item.body}</p>
        </details>
      ))}
    </div>
  )
}

/** For browsers that do not know `name` on details yet. */
function closeOthers(event: ToggleEvent<HTMLDetailsElement>) {
  const opened = event.currentTarget
  if (!opened.open || 'name' in HTMLDetailsElement.prototype) return
  for (const other of opened.parentElement?.querySelectorAll('details') ?? []) {
    if (other !== opened) other.open = false
  }
}
