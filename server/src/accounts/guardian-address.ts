// How a child's guardian is reached: by email or by phone.
import { ageAt } from '@baobab/contract/accounts/rules.ts'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import type { App } from '../platform/app.ts'
import { failField } from '../platform/http/errors.ts'
import { toInternationalNumber } from '../platform/phone-numbers.ts'
import { maySendText, requireSmsNumber, requireSmsOffered } from '../sms/require-sms.ts'
import { toLookupKey } from './queries.ts'
import { isEmailAddress, type Address } from './read-address.ts'
import { isSameMailbox, maskEmail } from './rules.ts'

/** A guardian's columns; at most one of them is set. */
export type GuardianColumns = { guardianEmail: string | null; guardianNumber: string | null }

type Typed = { guardianEmail?: string | undefined; guardianNumber?: string | undefined }
/** The child's own addresses: neither may be the guardian's. */
type Child = { email: Address | null; number: string }

/** What naming a guardian needs. */
type Sms = Pick<App, 'clock' | 'config' | 'sms'>

const NOBODY: GuardianColumns = { guardianEmail: null, guardianNumber: null }

/** Returns the guardian's email or number in E.164; undefined if nobody was named. */
export function toGuardianAddress({ guardianEmail, guardianNumber }: GuardianColumns): Address | undefined {
  return guardianEmail ?? guardianNumber ?? undefined
}

/** Masks an address so that its owner recognises it but nobody else learns it: 'p•••@home.example', '+23480•••4567'. */
export function maskAddress(address: Address): string {
  if (address === '' || isEmailAddress(address)) return maskEmail(address)
  return `${address.slice(0, 6)}•••${address.slice(-4)}`
}

/** Returns the masked address of a guardian; '' if nobody was named. */
export const maskGuardian = (columns: GuardianColumns): string => maskAddress(toGuardianAddress(columns) ?? '')

/**
 * Returns who has to agree to a registration; nobody for a child who is old enough. Throws 400 if a guardian is missing, is the child,
 * or cannot be reached.
 */
export function requireGuardianAddress(
  app: Sms,
  form: Typed & { birth: string; email: Address; number: string },
): GuardianColumns {
  if (ageAt(form.birth, app.clock.now()) >= app.config.guardianAge) return NOBODY
  return readGuardian(app, form, form) ?? failField('guardianEmail', accountsText.guardianNeeded)
}

/** Returns the guardian that somebody named; undefined if nobody was. Throws 400 if it is the child, or cannot be reached. */
export function readGuardian(app: Sms, typed: Typed, child: Child): GuardianColumns | undefined {
  const { guardianEmail, guardianNumber } = typed
  if (guardianEmail !== undefined) {
    if (guardianNumber !== undefined) failField('guardianNumber', accountsText.oneGuardianAddress)
    if (child.email !== null) refuseOwnEmail(child.email, guardianEmail)
    return { guardianEmail, guardianNumber: null }
  }
  if (guardianNumber === undefined) return undefined
  requireSmsOffered(app, 'guardianNumber')
  const number = requireSmsNumber(app, 'guardianNumber', guardianNumber)
  if (number === child.email || number === toInternationalNumber(child.number))
    failField('guardianNumber', accountsText.guardianNumberIsSelf)
  return { guardianEmail: null, guardianNumber: number }
}

/** Refuses a guardian's email that is the child's own, however it is spelled. */
export function refuseOwnEmail(email: string, guardianEmail: string): void {
  if (isSameMailbox(guardianEmail, email)) failField('guardianEmail', accountsText.guardianIsSelf)
}

/** Counts a request to a guardian; returns whether it may be sent. */
export async function consumeConsentQuota(app: App, columns: GuardianColumns): Promise<boolean> {
  const { guardianEmail, guardianNumber } = columns
  if (guardianNumber !== null) return maySendText(app, guardianNumber, 'consent')
  return app.rateLimits.consumeMailQuota('guardian-consent', toLookupKey(guardianEmail ?? ''))
}
