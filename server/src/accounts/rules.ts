// What accounts decide without a clock or a database: common passwords, codes, devices.
import { dictionary } from '@zxcvbn-ts/language-common'
import { CODE_MS, CODE_TRIES } from '@baobab/contract/limits.ts'

const productWords = ['baobab', 'scholarship', 'leaderboard', 'nigeria', 'trivia', 'student']
const common = new Set(dictionary['passwords-common'].map(String))

/**
 * Whether a password is too common: the whole of it, in any case, stands in the list of common passwords, or is a
 * word of the product with at most three digits or signs behind it (decisions 2, security.md R-13).
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  return common.has(lower) || productWords.some((word) => lower.startsWith(word) && lower.length <= word.length + 3)
}

export type CodeState = 'none' | 'dead' | 'expired' | 'living'

/** What a verification code is worth now; its life starts when SMTP took the mail, until then when it was made. */
export function getCodeState(
  code: { wrongTries: number; madeAt: Date; sentAt: Date | null } | undefined,
  now: Date,
): CodeState {
  if (!code) return 'none'
  if (code.wrongTries >= CODE_TRIES) return 'dead'
  const from = code.sentAt ?? code.madeAt
  return now.getTime() > from.getTime() + CODE_MS ? 'expired' : 'living'
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

/** A device in words a person recognises, from the browser's own description: 'Chrome on Android'. */
export function describeDevice(userAgent: string | undefined): string {
  const agent = (userAgent ?? '').slice(0, 500)
  const name = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, system] = [name(browsers), name(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
