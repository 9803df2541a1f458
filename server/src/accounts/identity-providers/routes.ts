import { toEndedReply } from '@baobab/contract/accounts/sessions.ts'
import * as contract from '@baobab/contract/accounts/identity-providers.ts'
import { providerCallbackPath, providerNames, identityProvidersText } from '@baobab/contract/accounts/text.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toRefusal } from '../../platform/http/errors.ts'
import { authorizeRequest, route, type RouteContext } from '../../platform/http/route.ts'
import type { CallbackParameters } from '../../platform/identity-providers/identity-provider.ts'
import { readAppleName } from '../../platform/identity-providers/identity.ts'
import { getLoginOrigin } from '../login-guard.ts'
import { sendProofCode } from '../prove-student.ts'
import { setPassword } from '../set-password.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { connectAccount, mailConnectionCode } from './connect-account.ts'
import { disconnectProvider, finishConnection, startConnection } from './connect-identity.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { receiveCallback, startFlow } from './flows.ts'
import { listIdentities, listMethods } from './identities.ts'

const RETURN_PAGE = '/sign-in/return'
/** The maximum size of a form sent by a provider. */
const FORM_BYTES = 16 * 1_024
/** Providers never send longer values. */
const PARAMETER_MAX = 4_096

type Values = Record<string, unknown>

/** Reads a callback's parameters. Repeated or overlong ones count as missing. */
function readParameters(values: Values): CallbackParameters & { user: string | undefined } {
  const read = (name: string) => {
    const value = values[name]
    return typeof value === 'string' && value.length <= PARAMETER_MAX ? value : undefined
  }
  return { code: read('code'), state: read('state'), error: read('error'), iss: read('iss'), user: read('user') }
}

/** Sign-in with identity providers, and the caller's own sign-in methods. */
export function addIdentityProviderRoutes(context: RouteContext): void {
  addSignInRoutes(context)
  addCallbackRoutes(context)
  addMethodRoutes(context)
}

function addSignInRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.startSignIn, ({ params, body }) => startFlow(app, { ...params, ...body }))
  route(context, contract.finishSignIn, ({ body, request }) => {
    const { rememberMe, device, ...returned } = body
    return finishSignIn(app, returned, { rememberMe, device, ...getLoginOrigin(request) })
  })
  route(context, contract.completeSignIn, async ({ body, request }) => {
    await app.rateLimits.countByAddress('registrations', request.ip)
    return completeSignIn(app, body, getLoginOrigin(request).userAgent)
  })
  route(context, contract.mailConnectionCode, async ({ body }) => {
    await mailConnectionCode(app, body.ticket)
    return { message: identityProvidersText.proofCodeSent }
  })
  route(context, contract.connectAccount, ({ body, request }) =>
    connectAccount(app, body, getLoginOrigin(request).userAgent),
  )
}

/**
 * The addresses to which providers return the browser. They are not part of the API: they accept what a provider sends and lead
 * to a page. Apple sends a form, which is parsed in a separate scope; no other route accepts one.
 */
function addCallbackRoutes(context: RouteContext): void {
  const { app, http } = context
  const onRequest = (request: FastifyRequest) => authorizeRequest(context, request, { who: 'anyone' })
  // A person is looking at the page, so every failure leads to a page that explains it.
  const errorHandler = (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    if (!toRefusal(error)) request.log.error({ err: error }, 'a callback failed')
    void reply.redirect(`${RETURN_PAGE}#problem=failed`, 303)
  }
  http.get<{ Params: { provider: string }; Querystring: Values }>(
    '/student/sign-in/:provider/callback',
    { onRequest, errorHandler, schema: { hide: true } },
    async ({ params, query }, reply) => {
      const { user: _, ...parameters } = readParameters(query)
      return reply.redirect(`${RETURN_PAGE}#${await receiveCallback(app, params.provider, parameters)}`, 303)
    },
  )
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post<{ Body: Values }>(
      providerCallbackPath('apple'),
      { onRequest, errorHandler, schema: { hide: true }, bodyLimit: FORM_BYTES },
      async ({ body }, reply) => {
        const { user, ...parameters } = readParameters(body ?? {})
        const fragment = await receiveCallback(app, 'apple', { ...parameters, name: readAppleName(user) })
        return reply.redirect(`${RETURN_PAGE}#${fragment}`, 303)
      },
    )
  })
}

function addMethodRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listSignInMethods, async ({ who }) => {
    const methods = await listMethods(app.db, who.id)
    const identities = await listIdentities(app.db, who.id)
    const providers = identities.map(({ provider, connectedAt }) => ({
      provider,
      connectedAt: connectedAt.toISOString(),
    }))
    return { hasPassword: methods.includes('password'), providers }
  })
  route(context, contract.mailProofCode, async ({ who }) => ({ message: await sendProofCode(app, who.id) }))
  route(context, contract.startConnection, ({ who, params, body }) => {
    const { browserHash, ...proof } = body
    return startConnection(app, who, { ...params, browserHash, proof })
  })
  route(context, contract.finishConnection, async ({ who, body }) => {
    const provider = await finishConnection(app, who, body)
    return { provider, message: identityProvidersText.connected(providerNames[provider]) }
  })
  route(context, contract.disconnectProvider, async ({ who, params, body }) => {
    const name = await disconnectProvider(app, who, params.provider, body)
    return { message: identityProvidersText.disconnected(name) }
  })
  route(context, contract.setPassword, async ({ who, body }) => {
    const { newPassword, repassword: _, ...proof } = body
    const ended = await setPassword(app, who, newPassword, proof)
    return { message: identityProvidersText.passwordSet, ended: toEndedReply(ended) }
  })
}
