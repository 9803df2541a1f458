import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Accordion } from '../ui/accordion.tsx'
import { richText } from '../ui/rich-text.tsx'
import { faqQuestions } from './faq-questions.ts'
import { text } from './text.ts'

export function Faq() {
  return (
    <section className="sec sec--surface" id="faq">
      <div className="wrap">
        <div className="grid faqg">
          <div className="sec__h">
            <h2>{text.faq}</h2>
            <p className="muted">
              {richText(text.faqHelp, { contact: <Link to={paths.contact}>{text.contactUs}</Link> })}
            </p>
          </div>
          <Accordion name="faq" items={faqQuestions} openAt={1} />
        </div>
      </div>
    </section>
  )
}
