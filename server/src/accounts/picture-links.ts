import type { AdminProfile } from '@baobab/contract/profile/endpoints.ts'
import type { App } from '../platform/app.ts'
import { createSignedPath } from '../platform/security/signed-links.ts'
import type { AdminRow } from './queries.ts'

/** The person viewing the pictures. The links expire with this session. */
type Viewer = { sessionId: string }

/** Returns the signed link to a stored profile picture, or null if there is none. */
export function pictureLink(
  app: Pick<App, 'keys' | 'clock'>,
  { sessionId }: Viewer,
  picture: string | null,
): string | null {
  return picture && createSignedPath({ key: app.keys.links, file: picture, now: app.clock.now(), sessionId })
}

export function toAdminProfile(app: App, viewer: Viewer, admin: AdminRow): AdminProfile {
  const { id: _id, username, email, role, moreRoles } = admin
  return { _id, username, email, role, moreRoles, profilePicture: pictureLink(app, viewer, admin.picture) }
}
