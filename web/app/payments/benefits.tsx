import { Icon } from '../ui/icon.tsx'
import { text } from './text.ts'

/** What a payment is for. */
export function Benefits() {
  return (
    <ul className="stack">
      {text.benefits.map(({ icon, title, text: description }) => (
        <li className="benefits__row" key={title}>
          <span className="benefit">
            <Icon name={icon} />
          </span>
          <div>
            <h2 className="benefit__t">{title}</h2>
            <p className="muted">{description}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
