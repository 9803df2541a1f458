import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { richText } from '../ui/rich-text.tsx'
import { text } from './text.ts'

/** What a student agrees to by signing up. */
export function TermsNote() {
  return (
    <p className="small muted">
      {richText(text.register.terms, {
        terms: <Link to={paths.termsFromSignUp}>{text.register.termsLink}</Link>,
        privacy: <Link to={paths.privacy}>{text.register.privacyLink}</Link>,
      })}
    </p>
  )
}
