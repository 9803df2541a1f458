/** Values that the build inserts into the service worker (web/build-worker.ts). */
export type AppShell = {
  /** Files cached when the service worker is installed: what the student's pages need to open without a network. */
  files: { url: string; revision: string | null }[]
  /** Which of `files` is served for every page. */
  page: string
  /** The same for payment pages: a content policy applies to a document, and payment pages have a less strict one. */
  paymentPage: string
  /** The paths of the prerendered pages. */
  publicPages: string[]
  /** The scripts that play videos, cached with the first download. */
  player: string[]
  /** The hashes in the names of this build's files, separated by spaces. A cached file with any other hash is stale. */
  hashes: string
}
