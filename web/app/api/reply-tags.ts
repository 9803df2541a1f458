// The tags (ETag) of replies, by their addresses. An event that names the tag of a loaded reply brings nothing new.
const tags = new Map<string, string>()

/** Notes the tag of a reply, if it has one. */
export function noteTag(url: string, { headers }: Response): void {
  const tag = headers.get('etag')
  if (tag !== null) tags.set(url, tag)
}

/** Returns the tag of the last reply from an address. */
export const lastTagOf = (url: string): string | undefined => tags.get(url)
