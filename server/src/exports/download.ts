// Sends a finished file to the holder of its link. Never redirects to the file store, whose links would stay valid after the
// login has ended. Always sends an attachment, so that text typed by users is never shown as a page of this site.
import { exportAudience } from '@baobab/contract/exports/endpoints.ts'
import { isAllowed, listRoles } from '@baobab/contract/accounts/rules.ts'
import { eq } from 'drizzle-orm'
import { findAdminById, type AdminRow } from '../accounts/queries.ts'
import { findSessionOwner } from '../accounts/sessions.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { isFileKey, contentTypeFor } from '../platform/files/file-store.ts'
import { verifyLink } from '../platform/security/signed-links.ts'
import type { RouteContext } from '../platform/http/route.ts'
import { exportFiles } from './tables.ts'

/** Returns a link's file and the admin whose login it belongs to. Throws if the link is invalid or the login has ended. */
async function checkLink(app: App, path: string): Promise<{ file: string; admin: AdminRow }> {
  const link = verifyLink({ key: app.keys.links, folder: 'downloads', path, now: app.clock.now() })
  if (link.kind === 'invalid' || !isFileKey(link.file) || !link.file.startsWith('exports/')) fail('link_invalid')
  const { adminId } = (link.sessionId !== undefined && (await findSessionOwner(app, link.sessionId))) || {}
  const admin = (adminId && (await findAdminById(app.db, adminId))) || fail('link_invalid')
  return { file: link.file, admin }
}

export function addDownloadRoute({ http, app }: RouteContext): void {
  http.route({
    method: 'GET',
    url: '/downloads/:token/*',
    schema: { hide: true },
    config: { transfer: 'media' },
    handler: async (request, reply) => {
      const { file, admin } = await checkLink(app, request.url)
      // When a student's account is erased, the row is deleted first and its file a moment later.
      const [row] = await app.db
        .select({ what: exportFiles.what })
        .from(exportFiles)
        .where(eq(exportFiles.fileKey, file))
      const { what } = row ?? fail('not_found')
      // The role may have changed since the link was created.
      if (!isAllowed(exportAudience[what], listRoles(admin))) fail('link_invalid')
      const size = (await app.files.size(file)) ?? fail('not_found')
      const bytes = (await app.files.read(file)) ?? fail('not_found')
      return reply
        .headers({
          'content-type': contentTypeFor(file),
          'content-disposition': `attachment; filename="${what}${file.slice(file.lastIndexOf('.'))}"`,
          'content-length': size,
          'cache-control': 'private, no-store',
        })
        .send(bytes)
    },
  })
}
