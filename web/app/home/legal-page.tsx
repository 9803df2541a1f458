import type { ReactNode } from 'react'
import { Icon, type IconName } from '../ui/icon.tsx'

/** One line of the summary, in words for children. */
type Short = { icon: IconName; line: string }
type Section = { title: string; body: ReactNode }
type Props = { title: string; lead: string; changed: string; short: readonly Short[]; sections: readonly Section[] }

const toId = (title: string) => title.toLowerCase().replace(/[^a-z]+/g, '-')

/** A legal text for children and parents: a summary first, then one section for each topic. */
export function LegalPage({ title, lead, changed, short, sections }: Props) {
  return (
    <div className="wrap sec legal">
      <div className="stack">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        <p className="small muted">Last changed: {changed}</p>
      </div>
      <section className="card legal__short" aria-labelledby="short">
        <h2 id="short">In short</h2>
        <ul>
          {short.map(({ icon, line }) => (
            <li key={icon}>
              <Icon name={icon} />
              <span>{line}</span>
            </li>
          ))}
        </ul>
      </section>
      <details className="legal__contents">
        <summary>
          <Icon name="caret-down" size="sm" />
          On this page
        </summary>
        <ul>
          {sections.map((section) => (
            <li key={section.title}>
              <a href={`#${toId(section.title)}`}>{section.title}</a>
            </li>
          ))}
        </ul>
      </details>
      {sections.map((section) => (
        <section key={section.title} className="prose">
          <h2 id={toId(section.title)}>{section.title}</h2>
          {section.body}
        </section>
      ))}
    </div>
  )
}
