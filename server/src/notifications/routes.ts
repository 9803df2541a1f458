import * as contract from '@baobab/contract/notifications/endpoints.ts'
import { changeMailSettingByLink } from '@baobab/contract/notifications/endpoints.ts'
import { changeMailSetting } from '@baobab/contract/profile/endpoints.ts'
import { findStudentById, findStudentByUsername } from '../accounts/queries.ts'
import { auditRead } from '../platform/audit/write-audit-line.ts'
import { requireSelf } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { authorizeRequest, route, type RouteContext } from '../platform/http/route.ts'
import { hideClosedVideos, type ReadLinkedVideos } from './linked-videos.ts'
import { openUnreadStreams } from './live-notifications.ts'
import { markAllNotificationsRead, markNotificationRead } from './mark-read.ts'
import { setByLink, setGetsOptionalMails, UNSUBSCRIBE_PATH } from './optional-mails.ts'
import { countUnreadNotifications, listStudentNotifications } from './queries.ts'

export function addNotificationRoutes(context: RouteContext, readLinkedVideos: ReadLinkedVideos): void {
  const { app, http } = context
  const live = openUnreadStreams(app, { limits: context.streamLimits })
  route(context, contract.studentNotifications, async ({ who, params, query }) => {
    if (who.kind === 'student') requireSelf(who, params.username)
    const student =
      who.kind === 'student'
        ? await findStudentById(app.db, who.id)
        : await findStudentByUsername(app.db, params.username)
    if (!student || student.erasedAt) fail('not_found')
    // A page with an invalid cursor is refused and therefore not read.
    const page = await listStudentNotifications(app, student, query)
    if (who.kind === 'admin')
      await auditRead(app, { adminId: who.id, action: 'notifications.read', subject: student.id })
    return hideClosedVideos(app, readLinkedVideos, page)
  })
  route(context, contract.unreadNotifications, async ({ who }) => ({
    unread: await countUnreadNotifications(app, who),
  }))
  route(context, contract.liveNotifications, async ({ who, reply }) => live.open(who, reply))
  route(context, contract.readNotification, async ({ who, params }) => {
    const unread = await markNotificationRead(app, who, params.notificationId)
    live.refresh(who.id)
    return { unread }
  })
  route(context, contract.readAllNotifications, async ({ who }) => {
    const unread = await markAllNotificationsRead(app, who)
    live.refresh(who.id)
    return { unread }
  })
  http.addHook('preClose', async () => live.close())
  addMailSettingRoutes(context)
}

/** The maximum body size of a mail program's one-click request: a form with one field. */
const FORM_BYTES = 2_048

function addMailSettingRoutes(context: RouteContext): void {
  const { app, http } = context
  route(context, changeMailSetting, async ({ who, body }) => {
    await setGetsOptionalMails(app, who.id, body.getsOptionalMails)
    return body
  })
  route(context, changeMailSettingByLink, async ({ body }) => ({
    message: await setByLink(app, body.token, body.getsOptionalMails),
  }))
  // Mail programs send a form to the page's address (RFC 8058), so it is parsed in a separate scope. They follow no redirects
  // and show no reply. Opening the page with GET changes nothing, because mail scanners open links too.
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))
    scope.post<{ Querystring: { token?: string | string[] } }>(
      UNSUBSCRIBE_PATH,
      {
        onRequest: (request) => authorizeRequest(context, request, { who: 'anyone' }),
        schema: { hide: true },
        bodyLimit: FORM_BYTES,
      },
      async ({ query }) => ({ message: await setByLink(app, [query.token].flat()[0] ?? '', false) }),
    )
  })
}
