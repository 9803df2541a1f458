// Links to the pictures of options. A link ends with the session that it was made for, and its name says nothing about the answer.
import type { App } from '../platform/app.ts'
import { createSignedPath } from '../platform/security/signed-links.ts'
import type { SnapshotQuestion } from './rules.ts'

type Linking = Pick<App, 'keys' | 'clock'>
/** Who sees the pictures: their links end with this session. */
type Viewer = { sessionId: string }
type WithPictures = Pick<SnapshotQuestion, 'options' | 'pictures'>

function link(app: Linking, { sessionId }: Viewer, file: string): string {
  return createSignedPath({ key: app.keys.links, file, now: app.clock.now(), sessionId })
}

/** Returns the links to the pictures of a question, in the order of its options; null if it has none. */
export function linkOptionPictures(app: Linking, viewer: Viewer, { pictures }: Pick<WithPictures, 'pictures'>) {
  return pictures?.map((file) => link(app, viewer, file)) ?? null
}

/** Returns the link to the picture of one option; null if there is none. */
export function linkOptionPicture(
  app: Linking,
  viewer: Viewer,
  { options, pictures }: WithPictures,
  option: string | null,
): string | null {
  const file = option === null ? undefined : pictures?.[options.indexOf(option)]
  return file === undefined ? null : link(app, viewer, file)
}
