/** What the build tells the service worker (web/build-worker.ts). */
export type AppShell = {
  /** Kept before any page asks: what the student's pages need to open without a network. */
  files: { url: string; revision: string | null }[]
  /** The one of them that stands in for every page. */
  page: string
  /** The same for pages of paying: a policy belongs to a document, and theirs allows more. */
  paymentPage: string
  /** The pages that are files of their own. */
  publicPages: string[]
  /** What plays a film: kept with the first film. */
  player: string[]
  /** The hashes in the names of all files of this build; what has none of them is of an older one. */
  hashes: string
}
