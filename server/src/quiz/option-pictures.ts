// Links to option pictures. A link expires with the session it was created for, and its name reveals nothing about the answer.
import type { App } from '../platform/app.ts'
import { createSignedPath } from '../platform/security/signed-links.ts'
import type { SnapshotQuestion } from './rules.ts'

type Linking = Pick<App, 'keys' | 'clock'>
/** The person viewing the pictures. The links expire with this session. */
type Viewer = { sessionId: string }
type WithPictures = Pick<SnapshotQuestion, 'options' | 'pictures'>

function link(app: Linking, { sessionId }: Viewer, file: string): string {
  return createSignedPath({ key: app.keys.links, file, now: app.clock.now(), sessionId })
}

/** Returns the links to a question's pictures, in option order; null if it has none. */
export function linkOptionPictures(app: Linking, viewer: Viewer, { pictures }: Pick<WithPictures, 'pictures'>) {
  return pictures?.map((file) => link(app, viewer, file)) ?? null
}

/** Returns the link to one option's picture; null if there is none. */
export function linkOptionPicture(
  app: Linking,
  viewer: Viewer,
  { options, pictures }: WithPictures,
  option: string | null,
): string | null {
  const file = option === null ? undefined : pictures?.[options.indexOf(option)]
  return file === undefined ? null : link(app, viewer, file)
}
