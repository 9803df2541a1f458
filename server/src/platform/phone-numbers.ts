import { INVALID_PHONE } from '@baobab/contract/kernel/fields.ts'
import { isLikePhoneNumber, toDialled } from '@baobab/contract/kernel/phone.ts'
import { parsePhoneNumberFromString as parse, type PhoneNumber } from 'libphonenumber-js/min'
import { failField } from './http/errors.ts'

/** A plus and fifteen digits. */
const E164_LENGTH = 16

/** Nigerian numbers have ten digits; only services that begin with 700 or 800 may have more. */
const tooLongForNigeria = /^(?!700|800)\d{11,}$/
/** A landline number as written until 2024. Since then, they begin with 20. Mobile numbers begin with 70, 80, 81, 90 or 91. */
const formerLandline = /^(?!70|8[01]|9[01])[1-9]\d{7}$/

/** Reads a number without a country code as Nigerian, unless it is a foreign number that only lacks its plus. */
function readNumber(dialled: string): PhoneNumber | undefined {
  const abroad = parse(dialled.replace(/^(?:00)?(?=[1-9])/, '+'))
  const local = parse(dialled, 'NG')
  // 009 is the prefix for other countries in Nigeria, which the library knows; 00 is that of most others.
  const number = abroad?.isValid() && (dialled.startsWith('00') || !local?.isValid()) ? abroad : local
  if (number?.countryCallingCode !== '234') return number
  // The library keeps the 0 in front of a number that is too short, and then considers its length possible.
  const national = number.nationalNumber.replace(/^0+/, '')
  if (tooLongForNigeria.test(national)) return undefined
  return parse(`+234${formerLandline.test(national) ? '20' : ''}${national}`)
}

/** Returns a typed phone number in E.164, such as +2348031234567; undefined if it cannot be a number in any country. */
export function toInternationalNumber(typed: string): string | undefined {
  if (!isLikePhoneNumber(typed)) return undefined
  const number = readNumber(toDialled(typed))
  if (!number?.isPossible() || number.number.length > E164_LENGTH) return undefined
  if (/^(\d)\1*$/.test(number.nationalNumber)) return undefined
  // The library keeps extra zeros in front of a number, but then does not consider its own result possible.
  const isStable = isLikePhoneNumber(number.number) && readNumber(number.number)?.number === number.number
  return isStable ? number.number : undefined
}

/** Returns a typed phone number in E.164. Fails with 400 about the field if it cannot be one. */
export function requirePhoneNumber(field: string, typed: string): string {
  return toInternationalNumber(typed) ?? failField(field, INVALID_PHONE)
}

/** Whether two typed phone numbers are the same. */
export function isSamePhoneNumber(one: string, other: string): boolean {
  const [a, b] = [one, other].map((typed) => toInternationalNumber(typed) ?? typed)
  return a === b
}
