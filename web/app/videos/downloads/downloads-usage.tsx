import { StorageLine } from './downloads-list.tsx'
import { useDownloads } from './use-downloads.ts'

/** How much space the downloads use on this phone. */
export function DownloadsUsage() {
  return <StorageLine downloads={useDownloads()} />
}
