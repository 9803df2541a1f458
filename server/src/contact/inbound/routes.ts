import * as contract from '@baobab/contract/contact/conversation.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/http/errors.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import { isSameSecret } from '../../platform/security/tokens.ts'
import { receiveReply } from './receive-reply.ts'

/** Registers the webhook in a separate scope, whose hook checks the secret before the body is read. */
export function addInboundMailRoute(context: RouteContext): void {
  const { app } = context
  void context.http.register(async (http) => {
    http.addHook('onRequest', async (request) => requireSecret(app, request))
    route(
      { ...context, http },
      contract.receiveMail,
      async ({ body }) => {
        await receiveReply(app, body)
        return { status: 'success' as const }
      },
      // The provider delivers everybody's mail from a few addresses. Each conversation has its own limit.
      { skipRateLimits: true },
    )
  })
}

/**
 * Requires the password of HTTP basic authentication, which providers send if it is in the webhook's URL. After a refusal they try
 * again for hours, so that a wrong setting loses no mail. Without a secret in the settings there is no such route.
 */
function requireSecret({ inboundMail }: App, request: FastifyRequest): void {
  if (!inboundMail) fail('not_found')
  const [scheme = '', credentials = ''] = request.headers.authorization?.split(' ') ?? []
  const password = Buffer.from(credentials, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '')
  if (scheme.toLowerCase() !== 'basic' || !isSameSecret(password, inboundMail.secret)) fail('mail_secret_wrong')
}
