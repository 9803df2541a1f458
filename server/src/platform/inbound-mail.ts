// The settings for replies by mail: the address that they go to, and the secret that the mail provider uses to deliver them.
import { isEmail } from '@baobab/contract/accounts/rules.ts'
import { z } from 'zod'

/** The length of the token that follows the `+` in a reply address. */
export const REPLY_TOKEN_LENGTH = 40
/** The maximum length of the part of an address before the `@` (RFC 5321). */
const LOCAL_PART_MAX = 64
const SECRET_MIN = 32

export type InboundMailConfig = {
  /** The address without a token. */
  replyTo: string
  secret: string
}

const canTakeToken = (address: string) => {
  const [local = ''] = address.split('@')
  return isEmail(address) && !local.includes('+') && local.length + 1 + REPLY_TOKEN_LENGTH <= LOCAL_PART_MAX
}

export const inboundMailEnvironment = {
  MAIL_REPLY_TO: z
    .string()
    .refine(canTakeToken, 'it is an address with at most 23 characters before the @ and without a +')
    .optional(),
  INBOUND_MAIL_SECRET: z.string().min(SECRET_MIN, `it has at least ${SECRET_MIN} characters`).optional(),
}

type Environment = { MAIL_REPLY_TO?: string | undefined; INBOUND_MAIL_SECRET?: string | undefined }

/** The address and the webhook's secret are useless without each other. */
export function inboundMailProblems(environment: Record<string, string | undefined>): string[] {
  const names = ['MAIL_REPLY_TO', 'INBOUND_MAIL_SECRET'] as const
  const missing = names.filter((name) => environment[name] === undefined)
  return missing.length === 1 ? [`${missing.join()} is missing: replies by mail need ${names.join(' and ')}`] : []
}

export function toInboundMail(environment: Environment): InboundMailConfig | undefined {
  const { MAIL_REPLY_TO: replyTo, INBOUND_MAIL_SECRET: secret } = environment
  return replyTo && secret ? { replyTo, secret } : undefined
}
