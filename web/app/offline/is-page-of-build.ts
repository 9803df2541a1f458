/**
 * Returns whether all files named by a page belong to a build. While servers are updated one after another, a new version's service worker
 * can get a page from the old one, whose files it does not have.
 * @param files the URLs of the build's files
 */
export function isPageOfBuild(html: string, files: readonly string[]): boolean {
  const known = new Set(files)
  return [...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css|svg|woff2)/g)].every(([url]) => known.has(url))
}
