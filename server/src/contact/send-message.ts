// A message from the contact form is kept; five an hour for each mail address.
import type { ParsedOf } from '@baobab/contract/endpoint.ts'
import type { sendMessage as endpoint } from '@baobab/contract/contact.ts'
import { normalizeText } from '@baobab/contract/fields.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { contactMessages } from './tables.ts'

const HOUR_S = 3_600

/** Keeps a message to the team. */
export async function sendMessage(app: App, form: ParsedOf<typeof endpoint>['body']): Promise<void> {
  const mayWrite = await app.rateLimits.consumeMailQuota('contact', normalizeText(form.email).toLowerCase())
  if (!mayWrite) fail('too_many_requests', { retryAfterSeconds: HOUR_S })
  await app.db.insert(contactMessages).values({ ...form, createdAt: app.clock.now() })
}
