import type { ReactNode, ToggleEvent } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  name: string
  items: readonly { title: string; body: ReactNode }[]
  /** The item that is open at first. */ openAt?: number
}

/** Questions and answers, one open at a time; works before the script has loaded and without script. */
export function Accordion({ name, items, openAt }: Props) {
  return (
    <div className="faq">
      {items.map((item, at) => (
        <details key={item.title} name={name} open={at === openAt} onToggle={closeOthers}>
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

/** For browsers without support for `name` on details. */
function closeOthers(event: ToggleEvent<HTMLDetailsElement>) {
  const opened = event.currentTarget
  if (!opened.open || 'name' in HTMLDetailsElement.prototype) return
  for (const other of opened.parentElement?.querySelectorAll('details') ?? []) {
    if (other !== opened) other.open = false
  }
}
