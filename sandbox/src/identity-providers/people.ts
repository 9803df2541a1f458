// The made-up people who can sign in, and what each provider reveals about them.
import { createHash } from 'node:crypto'
import type { Provider } from './providers.ts'

export type Person = {
  id: string
  name: string
  email: string | null
  /** Whether a provider that verifies emails has verified this one. */
  isEmailVerified: boolean
  /** The address at Apple's relay that hides the email, if the person chose to hide it. */
  relayEmail: string | null
}

const known = { isEmailVerified: true, relayEmail: null }
const RELAY_DOMAIN = '@privaterelay.appleid.com'

/** The people in the list. Anybody else can be typed in. */
export const people: readonly Person[] = [
  { id: 'amina', name: 'Amina Bello', email: 'amina.bello@mail.example', ...known },
  { id: 'chidi', name: 'Chidi Okafor', email: 'chidi.okafor@mail.example', ...known },
  { id: 'tunde', name: 'Tunde Adeyemi', email: 'tunde.adeyemi@mail.example', ...known },
  { id: 'zainab', name: 'Zainab Musa', email: 'zainab.musa@mail.example', ...known, isEmailVerified: false },
  { id: 'ebiere', name: 'Ebiere Tari', email: null, ...known },
  {
    id: 'kelechi',
    name: 'Kelechi Eze',
    email: 'kelechi.eze@mail.example',
    isEmailVerified: true,
    relayEmail: `k7c2x9${RELAY_DOMAIN}`,
  },
]

/** Returns somebody who is not in the list. The same name and email give the same person. */
export function makePerson({ name, email }: { name: string; email?: string | undefined }): Person {
  const id = createHash('sha256')
    .update(`${name}\n${email ?? ''}`)
    .digest('hex')
    .slice(0, 16)
  return { ...known, id, name, email: email ?? null }
}

/** Returns the email that Apple reveals, and whether it is a relay address. */
export function findAppleEmail({ email, relayEmail }: Person): { email: string; isPrivate: boolean } | undefined {
  const told = relayEmail ?? email
  return told === null ? undefined : { email: told, isPrivate: told.endsWith(RELAY_DOMAIN) }
}

/** Splits a name at its first space. */
export function splitName({ name }: Person): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.split(' ')
  return { firstName, lastName: rest.join(' ') }
}

/** Returns a person's id at a provider: the same at each sign-in, but different at each provider. */
export function subjectOf(provider: Provider, { id }: Person, bytes = 16): Buffer {
  return createHash('sha256').update(`${provider} ${id}`).digest().subarray(0, bytes)
}

/** Returns a person's id in the form of a UUID. */
export function guidOf(provider: Provider, person: Person): string {
  const hex = subjectOf(provider, person).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-')
}
