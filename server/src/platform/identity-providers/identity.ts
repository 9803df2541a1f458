// What a provider says about a person, and how its claims are read. Pure: fetches nothing.
import { EMAIL_MAX } from '@baobab/contract/accounts/rules.ts'
import { email as emailSchema } from '@baobab/contract/kernel/fields.ts'
import { z } from 'zod'

/** A person as a provider knows them. Only the subject identifies the person, because emails change hands. */
export type Identity = {
  /** The provider's id for the person, specific to our client. */
  subject: string
  email: string | null
  /** Whether the provider confirms that the person receives mail at this address. */
  isEmailVerified: boolean
  /** Shown once, to tell the person which account was used. */
  name: string | null
}

/** A provider's reply lacks something required. */
export class UnusableIdentityError extends Error {}

const SUBJECT_MAX = 255
const NAME_MAX = 100

const subject = z.string().min(1).max(SUBJECT_MAX)
/** A property of an unexpected type counts as missing. */
const email = z.pipe(z.string().max(EMAIL_MAX), emailSchema).nullish().catch(null)
const name = z
  .string()
  .transform((value) => value.trim().slice(0, NAME_MAX) || null)
  .nullish()
  .catch(null)
/** Apple also sends booleans as strings. */
const claimedTrue = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === 'true')

const MicrosoftClaims = z.object({ tid: z.guid(), oid: z.guid(), email, name })
const OpenIdClaims = z.object({ sub: subject, email, name, email_verified: claimedTrue })
const XReply = z.object({ data: z.object({ id: subject, name, confirmed_email: email }) })
const PinterestReply = z.object({ id: subject, username: name })
const TikTokReply = z.object({
  data: z.object({ user: z.object({ open_id: subject, display_name: name }) }),
  error: z.object({ code: z.literal('ok') }),
})

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new UnusableIdentityError(parsed.error.issues.map(({ path }) => path.join('.')).join(', '))
}

/** Microsoft does not verify emails: any tenant's administrator can put any email into an account. */
export function readMicrosoftClaims(claims: unknown): Identity {
  const { tid, oid, ...rest } = parse(MicrosoftClaims, claims)
  return { subject: `${tid}:${oid}`, email: rest.email ?? null, isEmailVerified: false, name: rest.name ?? null }
}

export function readOpenIdClaims(claims: unknown): Identity {
  const { sub, email_verified: isVerified, ...rest } = parse(OpenIdClaims, claims)
  return toIdentity({ subject: sub, email: rest.email, isEmailVerified: isVerified, name: rest.name })
}

export function readXReply(reply: unknown): Identity {
  const { id, confirmed_email: confirmed, ...rest } = parse(XReply, reply).data
  return toIdentity({ subject: id, email: confirmed, isEmailVerified: true, name: rest.name })
}

export function readPinterestReply(reply: unknown): Identity {
  const { id, username } = parse(PinterestReply, reply)
  return toIdentity({ subject: id, name: username })
}

export function readTikTokReply(reply: unknown): Identity {
  const { open_id: id, display_name: displayName } = parse(TikTokReply, reply).data.user
  return toIdentity({ subject: id, name: displayName })
}

type Read = Pick<Identity, 'subject'> & {
  email?: string | null | undefined
  isEmailVerified?: boolean
  name?: string | null | undefined
}

function toIdentity({ subject: id, email: address = null, isEmailVerified = false, name: displayName = null }: Read) {
  return { subject: id, email: address, isEmailVerified: address !== null && isEmailVerified, name: displayName }
}

const AppleUser = z.object({ name: z.object({ firstName: name, lastName: name }) })

/** Reads the name from the `user` field, which Apple's form only has at the first consent. Anything else counts as no name. */
export function readAppleName(user: string | undefined): string | null {
  try {
    const { firstName, lastName } = AppleUser.parse(JSON.parse(user ?? '')).name
    return [firstName, lastName].filter(Boolean).join(' ').slice(0, NAME_MAX) || null
  } catch {
    return null
  }
}
