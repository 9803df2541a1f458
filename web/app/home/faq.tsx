import type { PublicSettings } from '@baobab/contract/settings/endpoints.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Accordion } from '../ui/accordion.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { richText } from '../ui/rich-text.tsx'
import { faqQuestions } from './faq-questions.ts'
import { text } from './text.ts'

export const meta = () => pageMeta(text.faqPage, text.faqDescription)

/** @param props.settings null if they could not be loaded */
export default function Faq({ settings }: { settings: PublicSettings | null }) {
  return (
    <div className="wrap sec stack stack-6">
      <PageHead title={text.faqPage} />
      <Accordion name="faq" items={faqQuestions(settings)} openAt={0} />
      <p>{richText(text.faqHelp, { contact: <Link to={paths.contact}>{text.contactUs}</Link> })}</p>
    </div>
  )
}
