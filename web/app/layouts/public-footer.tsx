import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { PageLink } from '../shell/page-link.tsx'

const columns = [
  {
    title: 'Resources',
    links: ['Video Library', 'Trivia Games', 'Leaderboard', 'Scholarship'].map((label) => ({
      label,
      to: paths.student.register,
    })),
  },
  {
    title: 'Baobab',
    links: [
      { label: 'Home', to: paths.home },
      { label: 'About', to: paths.about },
      { label: 'Contact', to: paths.contact },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Terms', to: paths.terms },
      { label: 'Policy', to: paths.policy },
    ],
  },
]

export function PublicFooter() {
  return (
    <>
      <div className="strip" />
      <footer className="cloth foot">
        <div className="wrap stack stack-8">
          <div className="cols">
            <div className="stack">
              <PageLink className="logo" to={paths.home} aria-label="Baobab home">
                <Logo onField />
              </PageLink>
              <p className="foot__line">Watch. Answer. Rise. Moral stories and trivia for young Nigerians.</p>
              <div>
                <PageLink className={buttonClass({ kind: 'accent' })} to={paths.student.register}>
                  Start Now
                </PageLink>
              </div>
            </div>
            {columns.map(({ title, links }) => (
              <nav key={title} aria-label={title}>
                <h2>{title}</h2>
                <ul>
                  {links.map(({ label, to }) => (
                    <li key={label}>
                      <PageLink to={to}>{label}</PageLink>
                    </li>
                  ))}
                </ul>
              </nav>
            ))}
          </div>
          <p className="small">© 2026 Baobab. Made in Lagos, for every state.</p>
        </div>
      </footer>
    </>
  )
}
