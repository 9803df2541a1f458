// Rules about passwords, verification codes and device names.
import { dictionary } from '@zxcvbn-ts/language-common'
import { CODE_MS, CODE_TRIES } from '@baobab/contract/limits.ts'

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

export type CodeState = 'missing' | 'blocked' | 'expired' | 'valid'

/** Returns whether a verification code may be used. Its 15 minutes start when SMTP accepted the mail, or at its creation until then. */
export function getCodeState(
  code: { wrongTries: number; madeAt: Date; sentAt: Date | null } | undefined,
  now: Date,
): CodeState {
  if (!code) return 'missing'
  if (code.wrongTries >= CODE_TRIES) return 'blocked'
  const start = code.sentAt ?? code.madeAt
  return now.getTime() > start.getTime() + CODE_MS ? 'expired' : 'valid'
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
