import { useLocation } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { Menu } from '../shell/menu.tsx'
import { PageLink } from '../shell/page-link.tsx'

const links = [
  { to: `${paths.home}#how`, label: 'How it works' },
  { to: `${paths.home}#videos`, label: 'Videos' },
  { to: `${paths.home}#trivia`, label: 'Trivia Games' },
  { to: paths.about, label: 'About' },
  { to: `${paths.home}#faq`, label: 'FAQ' },
  { to: paths.contact, label: 'Contact' },
]

/** Above the public pages. Who is logged in is not asked to log in or to sign up again. */
export function PublicHeader() {
  const isStudent = useStudentSession() !== undefined
  const { pathname } = useLocation()
  const items = links.map(({ to, label }) => (
    <PageLink key={to} to={to} aria-current={to === pathname ? 'page' : undefined}>
      {label}
    </PageLink>
  ))
  return (
    <header className="site">
      <div className="wrap">
        <PageLink className="logo" to={paths.home} aria-label="Baobab home">
          <Logo />
        </PageLink>
        <nav aria-label="Main">{items}</nav>
        <div className="site__do">
          {isStudent ? (
            <PageLink className={buttonClass({ size: 'sm' })} to={paths.student.dashboard}>
              Dashboard
            </PageLink>
          ) : (
            <>
              <PageLink className={buttonClass({ kind: 'quiet', size: 'sm' })} to={paths.student.login}>
                Login
              </PageLink>
              <PageLink className={buttonClass({ size: 'sm' })} to={paths.student.register}>
                Sign Up
              </PageLink>
            </>
          )}
          <Menu>{items}</Menu>
        </div>
      </div>
    </header>
  )
}
