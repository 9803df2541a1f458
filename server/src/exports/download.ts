// Sends a finished file to the holder of its link. Never redirects to the file store, whose links would remain valid
// after the login has ended, and always sends an attachment, so that text typed by users is never shown as a page of
// this site.
import { eq } from 'drizzle-orm'
import { findSessionOwner } from '../accounts/sessions.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { isFileKey, contentTypeFor } from '../platform/files/file-store.ts'
import { verifyLink } from '../platform/security/signed-links.ts'
import type { RouteContext } from '../platform/http/route.ts'
import { exportFiles } from './tables.ts'

async function checkLink(app: App, { token, file }: { token: string; file: string }): Promise<void> {
  const link = verifyLink({ key: app.keys.links, token, file, now: app.clock.now() })
  if (link.kind === 'invalid' || !isFileKey(file) || !file.startsWith('exports/')) fail('link_invalid')
  if (link.sessionId === undefined || !(await findSessionOwner(app, link.sessionId))) fail('link_invalid')
}

export function addDownloadRoute({ http, app }: RouteContext): void {
  http.route<{ Params: { token: string; '*': string } }>({
    method: 'GET',
    url: '/downloads/:token/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { token, '*': file } = request.params
      await checkLink(app, { token, file })
      // When a student's account is erased, the row is deleted first and its file a moment later.
      const [row] = await app.db
        .select({ what: exportFiles.what })
        .from(exportFiles)
        .where(eq(exportFiles.fileKey, file))
      const { what } = row ?? fail('not_found')
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
