import { readPublicSettings } from '@baobab/contract/settings/endpoints.ts'
import { callApi } from './call-api.ts'
import { apiQuery, queryClient } from './query.ts'

/**
 * The query of the product's settings, which rarely change: each page asks for them once, however slow the phone is. Its
 * request continues when the part that asked disappears, because another part of the page shows the settings, too.
 */
export const publicSettingsQuery = {
  ...apiQuery(readPublicSettings, {}),
  // Without the signal, which would cancel the request.
  queryFn: () => callApi(readPublicSettings, {}),
  staleTime: 60_000,
}

/** Requests the settings while the page's code is still loading. */
export function prefetchPublicSettings(): void {
  void queryClient.prefetchQuery(publicSettingsQuery)
}
