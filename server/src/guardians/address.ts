// A guardian's address: an email or a phone number.
import { toLookupKey } from '../accounts/queries.ts'
import { isEmailAddress, type Address } from '../accounts/read-address.ts'
import type { App } from '../platform/app.ts'
import { toInternationalNumber } from '../platform/phone-numbers.ts'
import { maySendCode, requireSmsNumber, requireSmsOffered, requireSmsOpen } from '../sms/require-sms.ts'

type Typed = { email?: string | undefined; number?: string | undefined }

/**
 * Returns the address to which a code is sent. Throws 400 if a number cannot get text messages, and 503 while none are sent. Nothing
 * here depends on accounts.
 * @param options.isUnproved whether anybody may have entered the number; false for codes that only go to accounts
 */
export async function requireCodeAddress(
  app: App,
  { email, number }: Typed,
  { isUnproved }: { isUnproved: boolean },
): Promise<Address> {
  if (email !== undefined) return email
  requireSmsOffered(app, 'number')
  const address = requireSmsNumber(app, 'number', number ?? '')
  await requireSmsOpen(app, isUnproved ? address : undefined)
  return address
}

/** Returns the address for what was typed in the login form: an email, or a number in E.164 if it can be one. */
export function toGuardianAddress(typed: string): Address {
  return isEmailAddress(typed) ? typed : (toInternationalNumber(typed) ?? typed)
}

/** Counts a mail or text message with a code. @returns whether the limits allow it */
export function countGuardianCode(
  app: App,
  address: Address,
  {
    kind,
    browserId,
  }: { kind: 'verify' | 'reset' | 'proof' | 'code-without-reference'; browserId?: string | undefined },
): Promise<boolean> {
  if (!isEmailAddress(address))
    return maySendCode(app, address, browserId === undefined ? 'code' : 'code-known-browser')
  return browserId === undefined
    ? app.rateLimits.consumeMailQuota(`guardian-${kind}`, toLookupKey(address))
    : app.rateLimits.consumeMailQuota(`guardian-${kind}-browser`, browserId)
}
