// Rules about passwords, verification codes and device names.
import { dictionary } from '@zxcvbn-ts/language-common'
import { CODE_MS } from '@baobab/contract/limits.ts'

const productWords = ['baobab', 'scholarship', 'leaderboard', 'nigeria', 'trivia', 'student']
const common = new Set(dictionary['passwords-common'].map(String))

/**
 * Whether a password is too common: it is in the list of common passwords, or is a word of the product followed by at
 * most three characters. Upper and lower case are equal.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  return common.has(lower) || productWords.some((word) => lower.startsWith(word) && lower.length <= word.length + 3)
}

/** Whether a verification code has not expired. Its 15 minutes start when SMTP accepted the mail, or at its creation until then. */
export function isCodeValid({ madeAt, sentAt }: { madeAt: Date; sentAt: Date | null }, now: Date): boolean {
  return now.getTime() <= (sentAt ?? madeAt).getTime() + CODE_MS
}

/** Masks an email so that its owner recognises it and nobody else learns it: 'p•••@home.example'. */
export function maskEmail(email: string): string {
  return `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`
}

const browsers: [RegExp, string][] = [
  [/OPR\/|Opera/, 'Opera'],
  [/Edg\//, 'Edge'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/UCBrowser/, 'UC Browser'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Returns a name that people recognise for the device of a User-Agent header: 'Chrome on Android'. */
export function describeDevice(userAgent: string | undefined): string {
  const agent = (userAgent ?? '').slice(0, 500)
  const findName = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, system] = [findName(browsers), findName(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
