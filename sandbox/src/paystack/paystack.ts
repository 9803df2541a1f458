import { join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import type { SandboxLog } from '../log.ts'
import { listenForCalls } from './api-server.ts'
import { answer } from './api.ts'
import { createFaults } from './faults.ts'
import { openKeys } from './keys.ts'
import { openOutbox, type Target } from './outbox.ts'
import { createProvider, type Provider } from './provider.ts'
import { paymentRoutes } from './routes.ts'
import { openStore } from './store.ts'

export type PaystackSettings = { apiUrl: string; scriptUrl: string; secretKey: string; publicKey: string }

export type Paystack = {
  settings: PaystackSettings
  provider: Provider
  routes: FastifyPluginAsync
  sendMessagesTo(target: Target): void
  close(): Promise<void>
}

type Opening = { folder: string; publicUrl: string; now: () => Date; log: SandboxLog }

/** Simulates the payment provider: its API, its checkout and its signed webhooks. */
export async function openPaystack({ folder, publicUrl, now, log }: Opening): Promise<Paystack> {
  const keys = await openKeys(folder)
  const store = await openStore({ folder: join(folder, 'payments'), now, log })
  const faults = createFaults()
  const outbox = openOutbox({ store, secretKey: keys.secretKey, log })
  const provider = createProvider({ store, outbox, faults, now })
  const base = `${publicUrl}/sandbox/paystack`
  const context = { store, provider, secretKey: keys.secretKey, checkoutUrl: `${base}/checkout` }
  const api = await listenForCalls({ answer: (call) => answer(context, call), faults, log })
  return {
    settings: { apiUrl: api.url, scriptUrl: `${base}/inline.js`, ...keys },
    provider,
    routes: paymentRoutes({ store, provider, publicKey: keys.publicKey }),
    sendMessagesTo: (target) => outbox.sendTo(target),
    async close() {
      provider.close()
      await api.close()
      await outbox.close()
    },
  }
}
