// Sends a finished file to whoever holds its link. Always from here, never by a link to the store, which would outlive
// the login; and always as a download, because what people typed is never shown as a page of ours.
import { eq } from 'drizzle-orm'
import { ownerOfSession } from '../../accounts/sessions.ts'
import type { App } from '../../app.ts'
import { fail } from '../../platform/errors.ts'
import { isFileKey, typeOfFile } from '../../platform/files.ts'
import { readLink } from '../../platform/links.ts'
import type { RouteContext } from '../../platform/route.ts'
import { exportFiles } from '../tables.ts'

async function admitLink(app: App, { token, file }: { token: string; file: string }): Promise<void> {
  const link = readLink({ key: app.keys.links, token, file, now: app.clock.now() })
  if (link.kind === 'invalid' || !isFileKey(file) || !file.startsWith('exports/')) fail('link_invalid')
  if (link.sessionId === undefined || !(await ownerOfSession(app, link.sessionId))) fail('link_invalid')
}

export function addDownloads({ http, app }: RouteContext): void {
  http.route<{ Params: { token: string; '*': string } }>({
    method: 'GET',
    url: '/downloads/:token/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { token, '*': file } = request.params
      await admitLink(app, { token, file })
      // The row goes at once where a student is erased, its file a moment later.
      const [row] = await app.db
        .select({ what: exportFiles.what })
        .from(exportFiles)
        .where(eq(exportFiles.fileKey, file))
      const { what } = row ?? fail('not_found')
      const size = (await app.files.size(file)) ?? fail('not_found')
      const bytes = (await app.files.read(file)) ?? fail('not_found')
      return reply
        .headers({
          'content-type': typeOfFile(file),
          'content-disposition': `attachment; filename="${what}${file.slice(file.lastIndexOf('.'))}"`,
          'content-length': size,
          'cache-control': 'private, no-store',
        })
        .send(bytes)
    },
  })
}
