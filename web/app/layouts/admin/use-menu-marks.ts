// What the admin menu shows next to its entries: counts of what is waiting, and a sign if something is broken.
import { countOpenMessages } from '@baobab/contract/contact/endpoints.ts'
import { countOpenAppeals } from '@baobab/contract/fair-play/admin.ts'
import type { adminPages } from '@baobab/contract/kernel/admin-pages.ts'
import type { Endpoint, ReplyOf, RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { countOpenReports } from '@baobab/contract/quiz/corrections.ts'
import { countOpenListClaims } from '@baobab/contract/scholarship/prize.ts'
import { countFailedJobs } from '@baobab/contract/system/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'
import { useIsAllowed } from '../../shell/if-allowed.tsx'
import type { NavItem } from '../../shell/nav-entry.tsx'
import { useBrokenParts } from '../../system/use-findings.ts'
import { text as layoutText } from '../text.ts'
import { text } from './text.ts'

type AdminPagePath = (typeof adminPages)[number]['path']
/** Counts and signs by page, and how screen readers announce them. */
type MenuMarks = Partial<Record<AdminPagePath, Pick<NavItem, 'count' | 'countLabel' | 'warning'>>>

export function useMenuMarks(): MenuMarks {
  const broken = useBrokenParts()
  return {
    '/admin/scholarship-management': {
      count: useMenuCount(countOpenListClaims, ({ open }) => open),
      countLabel: layoutText.openListClaims,
    },
    '/admin/reports': { count: useMenuCount(countOpenReports, ({ open }) => open), countLabel: layoutText.openReports },
    '/admin/fair-play': {
      count: useMenuCount(countOpenAppeals, ({ open }) => open),
      countLabel: layoutText.openAppeals,
    },
    '/admin/messages': { count: useMenuCount(countOpenMessages, ({ open }) => open) },
    '/admin/system': {
      count: useMenuCount(countFailedJobs, ({ failed }) => failed),
      countLabel: layoutText.failedJobs,
      ...(broken.length > 0 && { warning: text.somethingBroken }),
    },
  }
}

const POLL_MS = 60_000

/** Returns a count of what is waiting for an admin, for the menu; 0 until it is known, and for roles that may not ask. */
function useMenuCount<E extends Endpoint>(
  endpoint: RequestOf<E> extends Record<string, never> ? E : never,
  read: (reply: ReplyOf<E>) => number,
): number {
  const enabled = useIsAllowed(endpoint.who)
  const { data } = useQuery({ ...apiQuery(endpoint, {} as RequestOf<E>), refetchInterval: POLL_MS, enabled })
  return data === undefined ? 0 : read(data)
}
