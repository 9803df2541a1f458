// The document around a public page: its head, and the one small script.
import type { ReactNode } from 'react'
import { inlineRead } from '../app/browser/storage.ts'
import { fontLinks, heroLinks } from '../app/fonts.ts'
import type { PageMeta } from '../app/shell/page-meta.ts'
import { oldBrowserBanner } from '../app/shell/old-browser.ts'
import { text } from '../app/shell/text.ts'
import { themeScript } from '../app/ui/theme.ts'
import styles from './public.css?url'
import { SharedLinkTags } from './shared-link.tsx'
import { StructuredDataBlock, type StructuredData } from './structured-data.tsx'

/** The script's address; the build makes the script first. */
declare const SCRIPT_URL: string

const hasToken = `(${inlineRead})('authToken')`

/** Marks the document if a student is logged in, so that the header links to the dashboard. */
const markStudent = `try{if(${hasToken})document.documentElement.dataset.student=''}catch(x){}`

/** Sends a logged-in student to a page of the app before anything is painted. */
const leadStudent = (path: string) =>
  `try{if(${hasToken}){document.documentElement.hidden=true;location.replace(${JSON.stringify(path)}+location.search)}}catch(x){}`

type Props = {
  meta: PageMeta
  /** The address that search engines use for the page; undefined if they must not list it. */
  canonical: string | undefined
  picture: string
  /** Whether the page starts with a large title on cloth. */
  hasHero: boolean
  data: readonly StructuredData[]
  origin: string
  studentPath: string | undefined
  children: ReactNode
}

/** The build adds the hashes of the inline scripts to the content policy. */
export function Document({ meta, canonical, picture, hasHero, data, origin, studentPath, children }: Props) {
  const inlineScripts = [themeScript, studentPath === undefined ? markStudent : leadStudent(studentPath)]
  return (
    <html lang="en-NG">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#263185" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0b0e2b" media="(prefers-color-scheme: dark)" />
        {meta.map((entry) =>
          'title' in entry ? <title key="title">{entry.title}</title> : <meta key={entry.name} {...entry} />,
        )}
        {canonical !== undefined && (
          <>
            <link rel="canonical" href={origin + canonical} />
            <SharedLinkTags meta={meta} address={canonical} picture={picture} origin={origin} />
          </>
        )}
        {data.map((one) => (
          <StructuredDataBlock key={String(one['@type'])} data={one} />
        ))}
        {inlineScripts.map((script) => (
          <script key={script}>{script}</script>
        ))}
        <link rel="stylesheet" href={styles} />
        {[...fontLinks, ...(hasHero ? heroLinks : [])].map((link) => (
          <link key={Object.values(link).join()} {...link} />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <script type="module" src={SCRIPT_URL} />
      </head>
      <body>
        <script>{oldBrowserBanner}</script>
        <a className="skip" href="#main">
          {text.skipToMain}
        </a>
        {children}
      </body>
    </html>
  )
}
