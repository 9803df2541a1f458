// Endpoints with which students turn push notifications on and off (RFC 8030). A device is one login: it ends with its session.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { PUSH_ENDPOINT_MAX } from './limits.ts'
import { pushText } from './push-text.ts'

const group = 'Notifications'

/** Bytes in base64url, with or without padding. */
const base64url = (pattern: RegExp) =>
  z.string(pushText.keysInvalid).max(100, pushText.keysInvalid).regex(pattern, pushText.keysInvalid)

/** What a browser's PushSubscription holds. */
export const PushSubscriptionForm = z.strictObject({
  /** The address of the push service for this browser. Whoever knows it can send to it, with our key only. */
  endpoint: z
    .string(pushText.unknownService)
    .max(PUSH_ENDPOINT_MAX, { error: pushText.unknownService, abort: true })
    .regex(/^https?:\/\/[\x21-\x7e]+$/, pushText.unknownService),
  keys: z.strictObject(
    {
      /** The browser's public key: 65 bytes. */
      p256dh: base64url(/^[\w-]{87}=?$/),
      /** The secret that both sides share: 16 bytes. */
      auth: base64url(/^[\w-]{22}={0,2}$/),
    },
    pushText.keysInvalid,
  ),
})
export type PushSubscriptionForm = z.infer<typeof PushSubscriptionForm>

export const PushSubscription = z
  .object({ _id: z.string(), sessionId: z.string(), createdAt: field.instant, isCurrent: z.boolean() })
  .meta({ id: 'PushSubscription' })
export type PushSubscription = z.infer<typeof PushSubscription>

export const listPushSubscriptions = endpoint({
  group,
  method: 'GET',
  path: '/student/push-subscriptions',
  who: 'student',
  summary: "The student's devices that get push messages, and the key with which a browser subscribes",
  reply: z.object({
    /** The server's VAPID key (RFC 8292): an uncompressed point of P-256, in base64url. */
    publicKey: z.string(),
    /** Whether the student is old enough. */
    isOffered: z.boolean(),
    subscriptions: z.array(PushSubscription),
  }),
})

export const addPushSubscription = endpoint({
  group,
  method: 'POST',
  path: '/student/push-subscriptions',
  who: 'student',
  summary: 'Turns push messages on for the device of this login; safe to repeat',
  body: PushSubscriptionForm,
  reply: z.object({ message: z.string(), subscription: PushSubscription }),
  status: 201,
  fails: ['forbidden', 'too_many_devices'],
})

export const deletePushSubscription = endpoint({
  group,
  method: 'DELETE',
  path: '/student/push-subscriptions/:subscriptionId',
  who: 'student',
  summary: 'Turns push messages off for one device of the student',
  params: z.object({ subscriptionId: field.id }),
  reply: z.object({ message: z.string() }),
  fails: ['not_found'],
})
