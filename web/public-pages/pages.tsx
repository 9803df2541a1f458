// Pages that need no script, so that anybody can read them on any phone. The server renders them for each request, with the data that a
// visitor may read.
import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import { endpointUrl } from '@baobab/contract/kernel/client.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { ScriptFreePath } from '@baobab/contract/kernel/page-table.ts'
import { leaderboard } from '@baobab/contract/leaderboard/endpoints.ts'
import { PRICE_KOBO } from '@baobab/contract/payments/rules.ts'
import { listDraws } from '@baobab/contract/scholarship/endpoints.ts'
import { readPublicSettings, type PublicSettings } from '@baobab/contract/settings/endpoints.ts'
import { moralValues, listVideos, type Video } from '@baobab/contract/videos/endpoints.ts'
import { isShared } from '@baobab/contract/videos/rules.ts'
import type { ReactElement } from 'react'
import Contact, { meta as contactMeta } from '../app/contact/contact.tsx'
import About, { meta as aboutMeta } from '../app/home/about.tsx'
import { faqQuestions } from '../app/home/faq-questions.ts'
import Faq, { meta as faqMeta } from '../app/home/faq.tsx'
import Home, { meta as homeMeta } from '../app/home/home.tsx'
import PrivacyPolicy, { meta as privacyMeta } from '../app/home/privacy-policy.tsx'
import Terms, { meta as termsMeta } from '../app/home/terms.tsx'
import { readCategoryParam } from '../app/leaderboard/age-category-switch.tsx'
import TopStudents, { meta as topStudentsMeta } from '../app/leaderboard/top-students.tsx'
import { paths } from '../app/paths.ts'
import Draws, { meta as drawsMeta } from '../app/scholarship/draws.tsx'
import NotFound, { meta as notFoundMeta } from '../app/shell/not-found.tsx'
import type { PageMeta } from '../app/shell/page-meta.ts'
import { findPublicVideos } from '../app/videos/find-public-videos.ts'
import { SEARCH_MAX } from '../app/videos/find/video-filter.ts'
import PublicVideos, { meta as videosMeta } from '../app/videos/public-videos.tsx'
import {
  describeOrganization,
  describeQuestions,
  describeVideo,
  describeVideoList,
  type StructuredData,
} from './structured-data.tsx'

/** What a page shows: its content, and how its head describes it. */
type View = {
  /** The address that search engines use for the page; without it they must not list it. */
  canonical?: string
  meta: PageMeta
  /** Whether it starts with a large title on cloth; default false. */
  hasHero?: boolean
  /** The picture for its link in chats, as in `SharedLink`; Home's by default. */
  picture?: string
  /** What search engines read about it. */
  data?: readonly (StructuredData | undefined)[]
  content: ReactElement
}

type Parameter = {
  /** Returns how the page reads a value; undefined for unknown values. */
  read: (value: string) => string | undefined
  /** Whether anybody can make up values, so that the number of pages is unlimited; default false. */
  isFree?: true
}

export type PublicPage = {
  /** The address parameters that the page reads. */
  parameters?: Readonly<Record<string, Parameter>>
  /** Returns the API addresses whose replies the page shows. */
  reads: (search: URLSearchParams) => readonly string[]
  /**
   * @param replies to those addresses, null for one that failed
   * @param origin the site's address without a path
   */
  view: (replies: readonly unknown[], search: URLSearchParams, origin: string) => View
  /** The app page that logged-in students are sent to. It understands the same query. */
  studentPath?: string
}

/** The page for unknown addresses. */
export const NOT_FOUND = 'not found'

const oneOf = (values: readonly string[]): Parameter => ({ read: (value) => values.find((one) => one === value) })
const freeText: Parameter = {
  read: (value) => value.replaceAll(/\s+/g, ' ').trim().slice(0, SEARCH_MAX).trim(),
  isFree: true,
}

/** The first page has no number. */
const pageNumber: Parameter = {
  read: (value) => (/^[1-9]\d{0,4}$/.test(value) && value !== '1' ? value : undefined),
  isFree: true,
}

const plain = (canonical: ScriptFreePath, meta: PageMeta, content: ReactElement): PublicPage => ({
  reads: () => [],
  view: () => ({ canonical, meta, content }),
})

const terms = plain('/terms', termsMeta(), <Terms />)
const privacy = plain('/privacy-policy', privacyMeta(), <PrivacyPolicy />)

/** The pages by path. */
export const publicPages: Readonly<Record<string, PublicPage>> = {
  '/': {
    reads: () => [listVideos.path, readPublicSettings.path],
    view: ([videos, settings], _search, origin) => ({
      canonical: paths.home,
      meta: homeMeta(),
      hasHero: true,
      data: [describeOrganization(origin)],
      content: <Home videos={videos as readonly Video[] | null} settings={settings as PublicSettings | null} />,
    }),
  },
  '/about': {
    reads: () => [readPublicSettings.path],
    view: ([settings]) => ({
      canonical: paths.about,
      meta: aboutMeta(),
      hasHero: true,
      content: <About settings={settings as PublicSettings | null} />,
    }),
  },
  '/faq': {
    reads: () => [readPublicSettings.path],
    view: ([settings]) => ({
      canonical: paths.faq,
      meta: faqMeta(),
      data: [describeQuestions(faqQuestions(settings as PublicSettings | null))],
      content: <Faq settings={settings as PublicSettings | null} />,
    }),
  },
  '/contact': {
    reads: () => [readPublicSettings.path],
    view: ([settings]) => ({
      canonical: paths.contact,
      meta: contactMeta(),
      content: <Contact settings={settings as PublicSettings | null} />,
    }),
  },
  '/terms': terms,
  '/t&c': terms,
  '/privacy-policy': privacy,
  '/policy': privacy,
  '/video-list': {
    parameters: { video: freeText, search: freeText, value: oneOf(moralValues), page: pageNumber },
    reads: () => [listVideos.path, readPublicSettings.path],
    view: ([reply, settings], search, origin) => {
      const videos = reply as readonly Video[] | null
      const priceKobo = (settings as PublicSettings | null)?.priceKobo ?? PRICE_KOBO
      const asked = videos?.find(({ _id }) => _id === search.get('video'))
      const list = findPublicVideos(videos ?? [], { search, asked })
      return {
        canonical: asked ? paths.videoOfList(asked._id) : paths.videoListPage(list.page),
        meta: videosMeta(asked),
        ...(asked?.posterUrl && isShared(asked.posterUrl) && { picture: asked._id }),
        data: [asked ? describeVideo(asked, origin) : describeVideoList(list.videos, origin)],
        content: <PublicVideos videos={videos} list={list} priceKobo={priceKobo} asked={asked} />,
      }
    },
    studentPath: paths.student.videos,
  },
  '/leaderboard': {
    parameters: { ageCategory: oneOf(ageCategories), rows: oneOf(['all']) },
    reads: (search) => [endpointUrl(leaderboard, { query: { ageCategory: readCategoryParam(search) } })],
    view: ([reply], search) => ({
      canonical: paths.publicBoard(readCategoryParam(search)),
      meta: topStudentsMeta(),
      picture: 'leaderboard',
      content: (
        <TopStudents
          category={readCategoryParam(search)}
          entries={reply as ReplyOf<typeof leaderboard> | null}
          isWhole={search.get('rows') === 'all'}
        />
      ),
    }),
    studentPath: paths.student.scholarship,
  },
  '/scholarship': {
    reads: () => [listDraws.path, readPublicSettings.path],
    view: ([draws, settings]) => ({
      canonical: paths.draws,
      meta: drawsMeta(),
      picture: 'scholarship',
      content: (
        <Draws
          draws={draws as ReplyOf<typeof listDraws> | null}
          prizeKobo={(settings as PublicSettings | null)?.prizeKobo ?? null}
        />
      ),
    }),
    studentPath: paths.student.draws,
  },
  [NOT_FOUND]: { reads: () => [], view: () => ({ meta: notFoundMeta(), content: <NotFound /> }) },
} satisfies Record<ScriptFreePath | typeof NOT_FOUND, PublicPage>
