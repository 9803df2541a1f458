import { PageLink } from '../shell/page-link.tsx'
import { paths } from '../paths.ts'
import { richText } from '../ui/rich-text.tsx'
import { text } from './text.ts'

/** What a student agrees to by signing up. */
export function TermsNote() {
  return (
    <p className="small muted">
      {richText(text.register.terms, {
        terms: <PageLink to={paths.termsFromSignUp}>{text.register.termsLink}</PageLink>,
        privacy: <PageLink to={paths.privacy}>{text.register.privacyLink}</PageLink>,
      })}
    </p>
  )
}
