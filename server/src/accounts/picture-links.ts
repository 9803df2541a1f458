// Profile pictures leave the server as signed links.
import type { App } from '../platform/app.ts'
import { createSignedPath } from '../platform/security/signed-links.ts'
import type { AdminRow } from './queries.ts'

/** The link of a stored picture, or null where there is none. */
export function pictureLink(app: Pick<App, 'keys' | 'clock'>, picture: string | null): string | null {
  return picture && createSignedPath({ key: app.keys.links, file: picture, now: app.clock.now() })
}

/** What an admin's own pages know of the admin. */
export function toAdminProfile(app: App, admin: AdminRow) {
  const { id: _id, username, email } = admin
  return { _id, username, email, profilePicture: pictureLink(app, admin.picture) }
}
