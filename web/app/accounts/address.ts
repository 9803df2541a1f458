// The address by which somebody is reached: an email or a phone number. A form may ask for either in one field.
import { isSameEmail } from '@baobab/contract/kernel/text.ts'

/** Whether an address is an email. Only emails contain an @. */
export const isEmailAddress = (address: string): boolean => address.includes('@')

/** Returns the field of a call about an address. */
export const toAddressField = (address: string): { email: string } | { number: string } =>
  isEmailAddress(address) ? { email: address } : { number: address }

/** Returns the field of a call that names a guardian. */
export const toGuardianField = (address: string): { guardianEmail: string } | { guardianNumber: string } =>
  isEmailAddress(address) ? { guardianEmail: address } : { guardianNumber: address }

/** Nigerian numbers have ten digits after the country code, or after the 0 that people type in place of it. */
const NATIONAL_DIGITS = 10

const toNationalDigits = (number: string) => number.replace(/\D/g, '').slice(-NATIONAL_DIGITS)

/** Whether two addresses are the same email, or the same phone number with or without its country code. */
export function isSameAddress(one: string, other: string): boolean {
  if (isEmailAddress(one) || isEmailAddress(other)) return isSameEmail(one, other)
  return toNationalDigits(one) === toNationalDigits(other)
}
