import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { Menu } from '../shell/menu.tsx'
import { PageLink, RegisterLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { Note } from '../ui/note.tsx'
import { richText } from '../ui/rich-text.tsx'
import { text } from './text.ts'

const links = [
  { to: `${paths.home}#how`, label: text.howItWorks },
  { to: `${paths.home}#videos`, label: text.videos },
  { to: `${paths.home}#trivia`, label: text.triviaGames },
  { to: paths.about, label: text.about },
  { to: `${paths.home}#faq`, label: text.faq },
  { to: paths.contact, label: text.contact },
]

const boardLink = { to: paths.leaderboard, label: text.topStudents }

/** What visitors may read without an account. */
const openLinks = [
  { to: paths.videoList, label: text.allVideos },
  boardLink,
  { to: paths.userRank, label: text.myRank },
]

/** For visitors, these lead to registration. */
const resources = [
  { label: text.videoLibrary, inApp: paths.student.videos },
  { label: text.triviaGames, inApp: paths.student.trivia },
  { label: text.leaderboard, inApp: paths.student.scholarship },
  { label: text.scholarship, inApp: paths.student.draws },
]

const columns = [
  {
    title: text.product,
    links: [
      { label: text.homePage, to: paths.home },
      ...openLinks,
      { label: text.about, to: paths.about },
      { label: text.contact, to: paths.contact },
    ],
  },
  {
    title: text.legal,
    links: [
      { label: text.terms, to: paths.terms },
      { label: text.policy, to: paths.policy },
    ],
  },
]

type Props = {
  /** When the page's data was last known to be right, as ISO 8601; undefined if it is current. */
  asOf?: string | undefined
  /** The button that reads the page aloud. */
  reader: ReactNode
}

/** The layout of the public pages. */
export default function PublicLayout({ asOf, reader }: Props) {
  return (
    <>
      <PublicHeader reader={reader} />
      <main id="main" tabIndex={-1}>
        {asOf !== undefined && <OldPageNote asOf={asOf} />}
        <Outlet />
      </main>
      <PublicFooter />
    </>
  )
}

const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })

/** A note at the top saying that the page may be out of date. */
function OldPageNote({ asOf }: { asOf: string }) {
  return (
    <div className="wrap old-page">
      <Note kind="warn">
        <p>{richText(text.oldPage, { time: <time dateTime={asOf}>{dayAndTime.format(new Date(asOf))}</time> })}</p>
      </Note>
    </div>
  )
}

/** The document says whether a student is logged in; if so, the header shows the dashboard instead of login and sign-up. */
function PublicHeader({ reader }: Pick<Props, 'reader'>) {
  const { pathname } = useLocation()
  const toItem = ({ to, label }: { to: string; label: string }) => (
    <PageLink
      key={to}
      className={to === paths.leaderboard ? 'wide' : undefined}
      to={to}
      aria-current={to === pathname ? 'page' : undefined}
    >
      {label}
    </PageLink>
  )
  return (
    <header className="site">
      <div className="wrap">
        <PageLink className="logo" to={paths.home} aria-label={text.home}>
          <Logo />
        </PageLink>
        <nav aria-label={text.mainPages}>{[...links, boardLink].map(toItem)}</nav>
        <div className="site__do">
          {/* First, because it appears late and must not move the links. */}
          {reader}
          <span className="for-student">
            <PageLink className={buttonClass({ size: 'sm' })} to={paths.student.dashboard}>
              {text.dashboard}
            </PageLink>
          </span>
          <span className="for-visitor">
            <PageLink className={buttonClass({ kind: 'quiet', size: 'sm' })} to={paths.student.login}>
              {text.login}
            </PageLink>
            <PageLink className={buttonClass({ size: 'sm' })} to={paths.student.register}>
              {text.signUp}
            </PageLink>
          </span>
          <Menu>{[...links, ...openLinks].map(toItem)}</Menu>
        </div>
      </div>
    </header>
  )
}

function PublicFooter() {
  return (
    <>
      <div className="strip" />
      <footer className="cloth foot">
        <div className="wrap stack stack-8">
          <div className="cols">
            <div className="stack">
              <PageLink className="logo" to={paths.home} aria-label={text.home}>
                <Logo onField />
              </PageLink>
              <p className="foot__line">{text.tagline}</p>
              <div>
                <RegisterLink className={buttonClass({ kind: 'accent' })}>{text.startNow}</RegisterLink>
              </div>
            </div>
            <nav aria-label={text.resources}>
              <h2>{text.resources}</h2>
              <ul>
                {resources.map(({ label, inApp }) => (
                  <li key={label}>
                    <RegisterLink inApp={inApp}>{label}</RegisterLink>
                  </li>
                ))}
              </ul>
            </nav>
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
          <p className="small">{text.copyright}</p>
        </div>
      </footer>
    </>
  )
}
