import * as contract from '@baobab/contract/sms/endpoints.ts'
import { fail } from '../platform/http/errors.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { readTextMessages } from './read-text-messages.ts'
import { receiveReport } from './receive-report.ts'

export function addSmsRoutes(context: RouteContext): void {
  route(context, contract.readTextMessages, () => readTextMessages(context.app))
  addReportRoute(context)
}

/** Registers the webhook in a separate scope that parses no bodies, because signatures cover the raw bytes. */
function addReportRoute(context: RouteContext): void {
  void context.http.register(async (http) => {
    http.removeAllContentTypeParsers()
    const types = ['application/json', 'application/x-www-form-urlencoded']
    http.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    route(
      { ...context, http },
      contract.reportSmsDelivery,
      async ({ params, query, body, request }) => {
        if (!Buffer.isBuffer(body)) fail('signature_invalid')
        const { headers } = request
        await receiveReport(context.app, { provider: params.smsProvider, secret: query.secret ?? '', headers, body })
        return { status: 'success' as const }
      },
      // The provider sends all its reports from a few addresses.
      { skipRateLimits: true },
    )
  })
}
