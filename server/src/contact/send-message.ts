import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import type { sendMessage as endpoint } from '@baobab/contract/contact/endpoints.ts'
import { normalizeText } from '@baobab/contract/kernel/text.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { contactMessages } from './tables.ts'

const HOUR_S = 3_600

/**
 * Stores a message from the contact form. Accepts at most five an hour from each email address, and more from each network
 * address, because a flood can use a different email address in each message.
 * @param address the sender's network address
 */
export async function sendMessage(app: App, form: ParsedOf<typeof endpoint>['body'], address: string): Promise<void> {
  await app.rateLimits.countByAddress('contact-messages', address)
  const isAllowed = await app.rateLimits.consumeMailQuota('contact', normalizeText(form.email).toLowerCase())
  if (!isAllowed) fail('too_many_requests', { retryAfterSeconds: HOUR_S })
  await app.db.insert(contactMessages).values({ ...form, createdAt: app.clock.now() })
}
