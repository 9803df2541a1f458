/** What the build writes into the service worker (web/build-worker.ts). */
export type AppShell = {
  /** Cached when the service worker is installed: what the student's pages need to open without a network. */
  files: { url: string; revision: string | null }[]
  /** The one of `files` that is served for every page. */
  page: string
  /** The same for payment pages: the content policy belongs to a document, and theirs allows more. */
  paymentPage: string
  /** Paths of the prerendered pages. */
  publicPages: string[]
  /** The scripts that play videos, cached with the first download. */
  player: string[]
  /** The hashes in the names of this build's files, separated by spaces. A cached file with another hash is stale. */
  hashes: string
}
