import type { ParsedOf } from '@baobab/contract/endpoint.ts'
import type { sendMessage as endpoint } from '@baobab/contract/contact.ts'
import { normalizeText } from '@baobab/contract/fields.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { contactMessages } from './tables.ts'

const HOUR_S = 3_600

/** Stores a message from the contact form. Accepts at most five an hour from each email address. */
export async function sendMessage(app: App, form: ParsedOf<typeof endpoint>['body']): Promise<void> {
  const isAllowed = await app.rateLimits.consumeMailQuota('contact', normalizeText(form.email).toLowerCase())
  if (!isAllowed) fail('too_many_requests', { retryAfterSeconds: HOUR_S })
  await app.db.insert(contactMessages).values({ ...form, createdAt: app.clock.now() })
}
