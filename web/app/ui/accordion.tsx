import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  name: string
  items: readonly { title: string; body: ReactNode }[]
  /** The item that is open at first. */ openAt?: number
}

/** Questions and answers, one open at a time. Works without scripts. */
export function Accordion({ name, items, openAt }: Props) {
  return (
    <div className="faq">
      {items.map((item, at) => (
        <details key={item.title} name={name} open={at === openAt}>
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
