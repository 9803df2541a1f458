// Rules about passwords, usernames, verification codes and device names.
import { dictionary } from '@zxcvbn-ts/language-common'
import { ageAt, CODE_MS, normalizePassword, NUMBER_STALE_DAYS } from '@baobab/contract/accounts/rules.ts'
import { UNKNOWN_DEVICE } from '@baobab/contract/accounts/text.ts'

const productWords = ['baobab', 'scholarship', 'leaderboard', 'nigeria', 'trivia', 'student']
const common = new Set(dictionary['passwords-common'].map(String))

/** A password that contains its owner's name is too common if it has at most this many other letters and digits. */
const REST_OF_NAME = 4

export type PasswordOwner = { username: string; email: string | null }

/**
 * Returns whether a password is too common: it is in the list of common passwords, is one of the product's own words plus at
 * most three characters, or is little more than the owner's name. Case is ignored.
 */
export function isCommonPassword(password: string, owner: PasswordOwner): boolean {
  const lower = normalizePassword(password).toLowerCase()
  return (
    common.has(lower) ||
    productWords.some((word) => lower.startsWith(word) && lower.length <= word.length + 3) ||
    isNameOfOwner(lower, owner)
  )
}

/** Returns whether a password is the owner's username or email, forwards or backwards, plus a few letters and digits. */
function isNameOfOwner(password: string, owner: PasswordOwner): boolean {
  const typed = toLettersAndDigits(password)
  const { username } = owner
  const email = owner.email ?? ''
  const names = [username, email, email.replace(/@.*/, ''), email.replace(/[+@].*/, '')].map(toLettersAndDigits)
  return names.some(
    (name) =>
      name.length >= 3 &&
      typed.length <= name.length + REST_OF_NAME &&
      (typed.includes(name) || typed.includes(Array.from(name).toReversed().join(''))),
  )
}

function toLettersAndDigits(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const splitWords = (text: string) => text.split(' ')
/** Names that others could mistake for the product, its team or the system. */
const reservedWords = splitWords(
  'admin administrator moderator mod owner auditor staff team office official verified support help service contact ' +
    'info security account payment paystack finance baobab scholarship system root superuser webmaster postmaster ' +
    'noreply null undefined deleted anonymous',
)
/** Words that may come before or after a reserved word without making the name less misleading: 'thebaobab', 'adminteam'. */
const fillers = splitWords('the real super sys web site app bot desk line page ng hq')

/** Replaces characters in usernames by one that looks alike or is often typed instead. Applied in this order. */
const lookAlikes: readonly [RegExp, string][] = [
  [/[._-]/g, ''],
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/5/g, 's'],
  [/7/g, 't'],
  [/[68]/g, 'b'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
]

/** Returns a text that is the same for all usernames that look alike. */
function toSkeleton(username: string): string {
  return lookAlikes.reduce((text, [pattern, letter]) => text.replace(pattern, letter), username.toLowerCase())
}

const alternatives = (words: readonly string[]) => `(?:${words.map(toSkeleton).join('|')})s?`
const reserved = alternatives(reservedWords)
const reservedSkeleton = new RegExp(
  `^(?:${alternatives(fillers)})*${reserved}(?:${reserved}|${alternatives(fillers)})*$`,
)

/** Returns whether two usernames look alike. */
export function isLookAlike(a: string, b: string): boolean {
  return toSkeleton(a) === toSkeleton(b)
}

/** The most common top-level domains that are not country codes. */
const domains = new Set(
  splitWords(
    'com net org edu gov mil int info biz name pro mobi app dev xyz top online site website store shop club live link ' +
      'click page blog news games fun cloud tech space world today africa academy school foundation',
  ),
)
/** Returns the name of the country with a code, or undefined: every two-letter top-level domain is a country code. */
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Returns whether a username looks like a website address: 'www.x', 'x.com' or 'x.ng'. */
export function isSiteAddress(username: string): boolean {
  const name = username.toLowerCase().replace(/[._-]+$/, '')
  const [, domain = ''] = /\.([a-z]+)$/.exec(name) ?? []
  if (/^(?:https?|www\d*)[._-]/.test(name) || domains.has(domain)) return true
  return domain.length === 2 && regions.of(domain.toUpperCase()) !== undefined
}

/**
 * Returns whether a username is closed to students because others would mistake it for the product, its team, an admin or a
 * website. Digits before or after a reserved word do not make it acceptable: 'admin1'.
 */
export function isReservedUsername(username: string, adminNames: readonly string[]): boolean {
  const withoutDigits = username.replace(/^[\d._-]+|[\d._-]+$/g, '')
  return (
    isSiteAddress(username) ||
    [username, withoutDigits].some((name) => reservedSkeleton.test(toSkeleton(name))) ||
    adminNames.some((name) => isLookAlike(name, username))
  )
}

/**
 * Returns whether a verification code has not expired. It is valid for 15 minutes from when SMTP accepted the mail, or from its
 * creation until that happens.
 */
export function isCodeValid({ madeAt, sentAt }: { madeAt: Date; sentAt: Date | null }, now: Date): boolean {
  return now.getTime() <= (sentAt ?? madeAt).getTime() + CODE_MS
}

type NumberProof = { provedNumber: string | null; numberProvedAt: Date | null; lastActiveAt: Date }

/**
 * Returns whether a code sent to the proved number still proves the account, or must first be proved again itself: companies give
 * the numbers of people who are silent for months to others. `stale` also after a lock-out that could not trust the number.
 */
export function describeNumberProof(
  { provedNumber, numberProvedAt, lastActiveAt }: NumberProof,
  now: Date,
): 'fresh' | 'stale' | null {
  if (provedNumber === null) return null
  return numberProvedAt !== null && !isLongUnused(lastActiveAt, now) ? 'fresh' : 'stale'
}

/** Returns whether an account has not been used for so long that its phone number may belong to somebody else by now. */
export function isLongUnused(lastActiveAt: Date, now: Date): boolean {
  return lastActiveAt <= oldestActivity(now)
}

/** Returns the time at or before which an account was last active if its phone number may belong to somebody else by now. */
export function oldestActivity(now: Date): Date {
  return new Date(now.getTime() - NUMBER_STALE_DAYS * 86_400_000)
}

/** Masks an email so that its owner recognises it but nobody else learns it: 'p•••@home.example'. */
export function maskEmail(email: string): string {
  if (email === '') return ''
  return `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`
}

/**
 * Returns whether nobody can log in until a guardian agrees, because the last one was removed.
 * @param setting.guardianAge students younger than this need one; 0 if none do
 */
export function isWithoutGuardian(
  { guardianRemovedAt, birth }: { guardianRemovedAt: Date | null; birth: string },
  { now, guardianAge }: { now: Date; guardianAge: number },
): boolean {
  return guardianRemovedAt !== null && ageAt(birth, now) < guardianAge
}

type MailProvider = {
  domains: readonly string[]
  ignoresDots?: boolean
  /** Set if all domains lead to the same mailboxes. */
  mainDomain?: string
}

/**
 * Providers that deliver mail for 'name+tag' to 'name', according to their help pages. At any other provider, 'name+tag' may be
 * another person.
 */
const tagProviders: readonly MailProvider[] = [
  // Gmail also ignores dots, and has two domains for each mailbox.
  { domains: ['gmail.com', 'googlemail.com'], ignoresDots: true, mainDomain: 'gmail.com' },
  // Microsoft: the same name at two of these domains is two mailboxes, and dots matter.
  {
    domains: splitWords(
      'outlook.com outlook.fr outlook.de outlook.es hotmail.com hotmail.co.uk hotmail.fr live.com live.co.uk live.fr msn.com',
    ),
  },
  // Fastmail: the same name at different domains is a separate address.
  { domains: ['fastmail.com', 'fastmail.fm'] },
  // Proton: an account may have its name at several of these domains, but need not.
  { domains: ['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'] },
  // Apple's iCloud, under its current and former names.
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
]
const tagProviderByDomain = new Map(
  tagProviders.flatMap((provider) => provider.domains.map((domain) => [domain, provider] as const)),
)

const withoutTag = (name: string) => name.replace(/(?!^)\+.*$/, '')
const splitEmail = (email: string) => {
  const [, name = '', domain = ''] = /^(.*)@(.*)$/.exec(email.normalize('NFC').trim().toLowerCase()) ?? []
  return { name, domain }
}

/**
 * Returns an address's canonical form, which is the same for all spellings that certainly lead to one mailbox: lower case,
 * without the dots and '+tags' that its provider is known to ignore. Only for comparisons; mail goes to the address as it was
 * entered.
 */
export function toCanonicalAddress(email: string): string {
  if (!email.includes('@')) return email
  const { name, domain } = splitEmail(email)
  const provider = tagProviderByDomain.get(domain)
  if (!provider) return `${name}@${domain}`
  const untagged = withoutTag(name)
  return `${provider.ignoresDots ? untagged.replaceAll('.', '') : untagged}@${provider.mainDomain ?? domain}`
}

/**
 * Returns the same text for addresses that probably share a mailbox: their canonical form without the '+tag', whatever the
 * provider, because nearly all providers ignore tags.
 */
export function toMailbox(email: string): string {
  const { name, domain } = splitEmail(toCanonicalAddress(email))
  return `${withoutTag(name)}@${domain}`
}

/** Returns whether two addresses probably share a mailbox; false if one is missing. */
export function isSameMailbox(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && toMailbox(one) === toMailbox(other)
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

/** Returns a recognisable name for the device with a User-Agent header: 'Chrome on Android'. */
export function describeDevice(userAgent: string | undefined): string {
  const agent = (userAgent ?? '').slice(0, 500)
  const findName = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, system] = [findName(browsers), findName(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? UNKNOWN_DEVICE
}
