import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { checkoutPolicy } from '../headers.ts'
import { sendNotFound } from '../page.ts'
import { BadRequestError, type AuthorizationRequest, type Callback, type Decision } from './authorization.ts'
import { providers, type Provider } from './providers.ts'
import type { Consent } from './consents.ts'
import { moods, type Mood } from './moods.ts'
import { sendAuthorizePage, sendBadRequest, sendFormPost, sendProviderList } from './pages.ts'

type Context = {
  read: (provider: Provider, query: URLSearchParams) => AuthorizationRequest
  decide: (request: AuthorizationRequest, decision: Decision) => Promise<Callback>
  moodOf: (provider: Provider) => Mood
  setMood: (provider: Provider, mood: Mood) => void
  consents: { list: () => readonly Consent[] }
}

type Call = { Params: { provider: string }; Body: unknown }

const FORM_BYTES = 16 * 1_024
const PATH = '/sandbox/sign-in/:provider/authorize'
/** Submits the form on its page. */
const SUBMIT = "document.getElementById('callback').submit()\n"

/** The routes of the providers' pages. */
export function signInRoutes(context: Context): FastifyPluginAsync {
  return async (http) => {
    http.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    // The forms' last step is the product's own callback.
    const setPolicy = async (_request: unknown, reply: FastifyReply) => {
      reply.header('content-security-policy', checkoutPolicy([]))
    }
    http.get('/sandbox/sign-in', async (_request, reply) =>
      sendProviderList(reply, { moodOf: context.moodOf, consents: context.consents.list() }),
    )
    http.get('/sandbox/sign-in/submit.js', async (_request, reply) => reply.type('text/javascript').send(SUBMIT))
    http.post<Call>('/sandbox/sign-in/:provider/mood', async (request, reply) => {
      const [provider, mood] = [findProvider(request), moods.find((one) => one === readForm(request)['mood'])]
      if (!provider || !mood) return sendNotFound(reply, 'sign-in')
      context.setMood(provider, mood)
      return reply.redirect('/sandbox/sign-in', 303)
    })
    http.get<Call>(PATH, { onSend: setPolicy }, (request, reply) =>
      withRequest(context, request, reply, async (asked) => sendAuthorizePage(reply, asked, request.url)),
    )
    http.post<Call>(PATH, { onSend: setPolicy }, (request, reply) =>
      withRequest(context, request, reply, async (asked) => {
        const callback = await context.decide(asked, readDecision(readForm(request)))
        return callback.method === 'POST' ? sendFormPost(reply, callback) : reply.redirect(callback.url, 303)
      }),
    )
  }
}

const findProvider = ({ params }: FastifyRequest<Call>) => providers.find((one) => one === params.provider)

/** Reads a form's fields; none if the body is not a form. */
function readForm({ body }: FastifyRequest<Call>): Partial<Record<string, string>> {
  return body instanceof URLSearchParams ? Object.fromEntries(body) : {}
}

/** Checks the product's request, and shows the provider's error page if it is invalid. */
async function withRequest(
  context: Context,
  request: FastifyRequest<Call>,
  reply: FastifyReply,
  act: (asked: AuthorizationRequest) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const provider = findProvider(request)
  if (!provider) return sendNotFound(reply, 'sign-in')
  try {
    const { searchParams } = new URL(request.url, 'http://localhost')
    return await act(context.read(provider, searchParams))
  } catch (error) {
    if (error instanceof BadRequestError) return sendBadRequest(reply, error.message)
    throw error
  }
}

function readDecision(form: Partial<Record<string, string>>): Decision {
  const { do: action, name = '', email = '', late, as = '' } = form
  if (action === 'deny' || action === 'fail') return action
  if (action === 'new') return { new: { name: name.trim() || 'Nobody', ...(email ? { email: email.trim() } : {}) } }
  return late === 'yes' ? { late: as } : { as }
}
