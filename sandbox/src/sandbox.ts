// Simulates external services on a laptop, over their own protocols. Imports nothing from the product, so that it cannot share its
// mistakes. Each service is a folder that returns {routes, close}.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyError, FastifyPluginAsync } from 'fastify'
import { setSandboxHeaders } from './headers.ts'
import type { SandboxLog } from './log.ts'
import { styleRoutes } from './style-routes.ts'
import { openDrand, type Drand, type DrandSettings } from './drand/drand.ts'
import { openIdentityProviders, type IdentityProviders } from './identity-providers/identity-providers.ts'
import { openMailbox } from './mailbox/mailbox.ts'
import { sendNotFound } from './page.ts'
import type { Target } from './paystack/outbox.ts'
import { openPaystack, type PaystackSettings } from './paystack/paystack.ts'
import type { Provider } from './paystack/provider.ts'
import { openPhones, type Phones } from './phones/phones.ts'
import { openPush } from './push/push.ts'
import { openAuthority, type Authority } from './time-stamps/authority.ts'
import type { PushService } from './push/service.ts'

export type Sandbox = {
  smtpUrl: string
  /** The product's settings for replies by mail. */
  inboundMail: { replyTo: string; secret: string }
  /** The product's settings for the payment provider. */
  paystack: PaystackSettings
  /** Controls of the payment provider. */
  provider: Provider
  /** The product's settings for the source of random numbers. */
  drand: DrandSettings
  /** Returns a round of the relay's chain, whether or not the relay replies. */
  signRound: Drand['sign']
  /** Makes the random number relay fail; without a fault it replies again. */
  setRelayFault: Drand['setFault']
  /** The time stamp authority. */
  timeStamps: Authority
  /** The product's settings for the identity providers. */
  identityProviders: IdentityProviders['settings']
  /** Does what a person does on an identity provider's page. */
  decideSignIn: IdentityProviders['decide']
  /** The made-up people whom `decideSignIn` knows by id. */
  signInPeople: IdentityProviders['people']
  /** Changes how an identity provider's servers behave. */
  setIdentityProviderMood: IdentityProviders['setMood']
  /** A browser's push service: its origin, what it received, and its faults. */
  push: PushService
  /** The phones that text messages arrive on, and the company that sends them. */
  phones: Omit<Phones, 'routes' | 'close'>
  plugin: FastifyPluginAsync
  /** Sets the target of the payment provider's webhooks. Until it is set, they are stored. */
  sendMessagesTo(target: Target): void
  /** Sets the webhook that replies to mails are delivered to, and its password. */
  sendRepliesTo(url: string, secret: string): void
  close(): Promise<void>
}

type Opening = {
  dataDir: string
  /** The public URL of `plugin`, where the provider's checkout is. */
  publicUrl: string
  /** The clock of the provider and the relay. */
  now?: () => Date
  log?: SandboxLog
  /** 48 bytes that the relay's key is made from, instead of those stored in the data folder. */
  drandSeed?: Buffer
}

const SILENT: SandboxLog = { warn() {}, error() {} }

/**
 * Opens the simulated services. Their data is stored under `dataDir/sandbox` and loaded at the next start. `plugin`
 * serves everything under /sandbox/ with its own headers and errors.
 */
export async function openSandbox(opening: Opening): Promise<Sandbox> {
  const { dataDir, publicUrl, now = () => new Date(), log = SILENT, drandSeed } = opening
  const folder = join(dataDir, 'sandbox')
  const mailbox = await openMailbox({ folder: join(folder, 'mailbox'), log })
  const paystack = await openPaystack({ folder: join(folder, 'paystack'), publicUrl, now, log })
  const drand = await openDrand({ folder: join(folder, 'drand'), now, seed: drandSeed })
  const identityProviders = await openIdentityProviders({ folder: join(folder, 'identity-providers'), publicUrl, now })
  const push = await openPush()
  const phones = await openPhones({ folder: join(folder, 'phones'), now, log })
  const timeStamps = await openAuthority({ now })

  const plugin: FastifyPluginAsync = async (http) => {
    http.addHook('onSend', setSandboxHeaders)
    http.setErrorHandler<FastifyError>(async (error, _request, reply) => {
      const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500
      if (status >= 500) log.error({ err: error }, 'The sandbox failed to answer')
      const message = status >= 500 ? 'The sandbox failed to answer.' : error.message
      return reply.code(status).send({ status: 'error', message })
    })
    await http.register(styleRoutes)
    await http.register(mailbox.routes)
    await http.register(paystack.routes)
    await http.register(identityProviders.routes)
    await http.register(push.routes)
    await http.register(phones.routes)
    http.get('/sandbox', async (_request, reply) => reply.redirect('/sandbox/mailbox'))
    http.all('/sandbox/*', async (_request, reply) => sendNotFound(reply))
  }

  return {
    smtpUrl: mailbox.smtpUrl,
    inboundMail: { replyTo: 'support@baobab.example', secret: randomBytes(32).toString('hex') },
    paystack: paystack.settings,
    provider: paystack.provider,
    drand: drand.settings,
    signRound: drand.sign,
    setRelayFault: drand.setFault,
    timeStamps,
    identityProviders: identityProviders.settings,
    decideSignIn: (authorizeUrl, decision) => identityProviders.decide(authorizeUrl, decision),
    signInPeople: identityProviders.people,
    setIdentityProviderMood: (provider, mood) => identityProviders.setMood(provider, mood),
    push,
    phones,
    plugin,
    sendMessagesTo: (target) => paystack.sendMessagesTo(target),
    sendRepliesTo: (url, secret) => mailbox.sendRepliesTo({ url, secret }),
    async close() {
      await timeStamps.close()
      await push.close()
      await phones.close()
      await identityProviders.close()
      await drand.close()
      await paystack.close()
      await mailbox.close()
    },
  }
}
