import { INVALID_PHONE } from '@baobab/contract/kernel/fields.ts'
import { isLikePhoneNumber, toDialled } from '@baobab/contract/kernel/phone.ts'
import { parsePhoneNumberFromString as parse, type PhoneNumber } from 'libphonenumber-js/min'
import { failField } from './http/errors.ts'

/** A plus and fifteen digits. */
const E164_LENGTH = 16

/** Reads a number without a country code as Nigerian, unless only the plus is missing in front of one of another country. */
function readNumber(dialled: string): PhoneNumber | undefined {
  const number = parse(dialled, 'NG')
  if (!dialled.startsWith('+') && !number?.isValid()) {
    const abroad = parse(`+${dialled}`)
    if (abroad?.isValid()) return abroad
  }
  // The library keeps the 0 in front of a number that is too short, and then finds its length possible.
  return number?.countryCallingCode === '234' && number.nationalNumber.startsWith('0')
    ? parse(`+234${number.nationalNumber.slice(1)}`)
    : number
}

/** Returns a typed phone number in E.164, such as +2348031234567; undefined for what cannot be the number of any country. */
export function toInternationalNumber(typed: string): string | undefined {
  if (!isLikePhoneNumber(typed)) return undefined
  // 009 is the prefix for other countries in Nigeria, which the library knows.
  const number = readNumber(toDialled(typed).replace(/^00(?=[1-8])/, '+'))
  if (!number?.isPossible() || number.number.length > E164_LENGTH) return undefined
  return /^(\d)\1*$/.test(number.nationalNumber) ? undefined : number.number
}

/** Returns a typed phone number in E.164. Fails with 400 about the field if it cannot be one. */
export function requirePhoneNumber(field: string, typed: string): string {
  return toInternationalNumber(typed) ?? failField(field, INVALID_PHONE)
}

/** Whether two typed phone numbers are the same one. */
export function isSamePhoneNumber(one: string, other: string): boolean {
  const [a, b] = [one, other].map((typed) => toInternationalNumber(typed) ?? typed)
  return a === b
}
