import { Link, useLocation } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { Menu } from './menu.tsx'

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
    <Link key={to} to={to} aria-current={to === pathname ? 'page' : undefined}>
      {label}
    </Link>
  ))
  return (
    <header className="site">
      <div className="wrap">
        <Link className="logo" to={paths.home} aria-label="Baobab home">
          <Logo />
        </Link>
        <nav aria-label="Main">{items}</nav>
        <div className="site__do">
          {isStudent ? (
            <Link className={buttonClass({ size: 'sm' })} to={paths.student.dashboard}>
              Dashboard
            </Link>
          ) : (
            <>
              <Link className={buttonClass({ kind: 'quiet', size: 'sm' })} to={paths.student.login}>
                Login
              </Link>
              <Link className={buttonClass({ size: 'sm' })} to={paths.student.register}>
                Sign Up
              </Link>
            </>
          )}
          <Menu>{items}</Menu>
        </div>
      </div>
    </header>
  )
}
