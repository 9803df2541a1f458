// The address that a call is about: an email, or a phone number in place of one.
import { requirePhoneNumber, toInternationalNumber } from '../platform/phone-numbers.ts'

/** An email, or a phone number in E.164. Only emails contain an @. */
export type Address = string

/** Whether an address is an email. */
export const isEmailAddress = (address: Address): boolean => address.includes('@')

/** Returns the address that a login may mean by a typed name; the name itself if it cannot be an email or a phone number. */
export const toAddress = (name: string): Address =>
  isEmailAddress(name) ? name : (toInternationalNumber(name) ?? name)

/**
 * Returns the call with its email, or the phone number in place of it in E.164, as `email`. Throws 400 if the number cannot be one.
 * The schema has checked that there is one of them.
 */
export function withAddress<Form extends { email?: string | undefined; number?: string | undefined }>({
  email,
  number,
  ...rest
}: Form): Omit<Form, 'email' | 'number'> & { email: Address } {
  return { ...rest, email: email ?? requirePhoneNumber('number', number ?? '') }
}
