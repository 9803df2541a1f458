import { readPublicSettings } from '@baobab/contract/settings/endpoints.ts'
import { callApi } from './call-api.ts'
import { apiQuery, queryClient } from './query.ts'

/**
 * The query for the product's settings. They rarely change, so each page requests them once, however slow the phone is. The request
 * continues even if the component that started it disappears, because others use the settings too.
 */
export const publicSettingsQuery = {
  ...apiQuery(readPublicSettings, {}),
  // No signal: it would cancel the request.
  queryFn: () => callApi(readPublicSettings, {}),
  staleTime: 60_000,
}

/** Requests the settings while the page's code is still loading. */
export function prefetchPublicSettings(): void {
  void queryClient.prefetchQuery(publicSettingsQuery)
}
