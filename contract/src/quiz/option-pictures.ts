// How the pictures of a question follow its options when an admin edits them. The form announces what the server does.
import { toComparisonKey } from './endpoints.ts'

type Illustrated<Picture> = { options: readonly string[]; pictures: readonly Picture[] | null }

/**
 * Returns the pictures in the order of the edited options: each follows the text of its option. Returns null if there
 * are none or an option is new: the pictures are of one kind, and all four options have one or none.
 */
export function followOptions<Picture>(
  { options, pictures }: Illustrated<Picture>,
  edited: readonly string[],
): Picture[] | null {
  const keys = options.map(toComparisonKey)
  const followed = edited.map((option) => pictures?.[keys.indexOf(toComparisonKey(option))])
  return followed.every((picture) => picture !== undefined) ? followed : null
}
