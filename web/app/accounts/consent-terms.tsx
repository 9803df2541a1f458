import { Link } from 'react-router'
import { paths } from '../paths.ts'

/** What a parent or guardian agrees to, short enough to be read. The privacy policy has the rest. */
export function ConsentTerms() {
  return (
    <>
      <p>
        A child registered at Baobab and named you as parent or guardian. Baobab shows short moral stories, asks a quiz
        on each, and draws a monthly scholarship.
      </p>
      <dl className="stack stack-3">
        <div>
          <dt className="label">What we keep</dt>
          <dd>
            Username, email, phone number, date of birth, gender and address, a school and a picture if the child adds
            them, your email, and what the child does here: stories watched, answers, points and payments.
          </dd>
        </div>
        <div>
          <dt className="label">What others see</dt>
          <dd>The username, the points and the rank. Nothing else.</dd>
        </div>
        <div>
          <dt className="label">How to take it back</dt>
          <dd>
            At any time. <Link to={paths.contact}>Write to us</Link> and we delete the account, or the child deletes it
            under Settings, My data.
          </dd>
        </div>
      </dl>
      <p className="small muted">
        In full: our <Link to={paths.privacy}>Privacy Policy</Link> and <Link to={paths.terms}>Terms</Link>.
      </p>
    </>
  )
}
