/**
 * Returns whether all files that a page names belong to a build. While servers are updated one after another, the service
 * worker of a new version can get a page of the old one, whose files it does not have.
 * @param files the URLs of the build's files
 */
export function isPageOfBuild(html: string, files: readonly string[]): boolean {
  const known = new Set(files)
  return [...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css|svg|woff2)/g)].every(([url]) => known.has(url))
}
