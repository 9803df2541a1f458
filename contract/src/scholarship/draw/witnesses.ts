// The draw by witnesses, used when no public number exists at all. Each witness first publishes a commitment to a secret number.
// Once all secrets are revealed, they decide together: if at least one witness is honest, nobody can know the winner in advance.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { DrawNotice, Witness } from './files.ts'
import { REVEAL_WITHIN_MS } from './schedule.ts'

/** The name of the last witness, which is Baobab itself. */
export const OPERATOR = 'Baobab'

/**
 * Returns what a witness publishes first, in hex. It is not the plain hash of the secret, because that hash goes into the seed, and
 * everybody could compute the winner before anybody reveals a secret.
 * @param secret 32 random bytes, in hex
 */
export function commitmentTo({ month, secret }: { month: string; secret: string }): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes(`DRAW/1 witness\n${month}\n`), hexToBytes(secret))))
}

/** Returns the seed of an attempt that witnesses draw. @param secrets in hex, in the order in which the witnesses were named */
export function witnessSeed(listHash: Uint8Array, secrets: readonly string[]): Uint8Array {
  const hashes = secrets.map((secret) => sha256(hexToBytes(secret)))
  return sha256(concatBytes(utf8ToBytes('DRAW/1 offline seed\n'), listHash, ...hashes))
}

/** The current witnesses of an attempt, after any were replaced. */
export type WitnessDraw = {
  witnesses: readonly Witness[]
  /** When a witness who has not revealed the secret can be replaced. */
  replaceableAt: Date
  /** The secrets revealed so far, by the index of their witness. */
  secrets: ReadonlyMap<number, string>
  /** When the last secret was revealed; undefined until then. */
  drawnAt: Date | undefined
}

/** Returns the witnesses' secrets in order, or undefined while one is missing. */
export function allSecrets(draw: WitnessDraw | undefined): string[] | undefined {
  if (!draw?.drawnAt) return undefined
  return draw.witnesses.map((_, position) => draw.secrets.get(position) ?? '')
}

/** Returns the first witness whose revealed secret does not match the commitment. */
export function findLiar(month: string, { witnesses, secrets }: WitnessDraw): Witness | undefined {
  return witnesses.find(({ commitment }, position) => {
    const secret = secrets.get(position)
    return secret !== undefined && commitmentTo({ month, secret }) !== commitment
  })
}

/** Returns the first witness who has not revealed the secret. */
export function findMissing({ witnesses, secrets }: WitnessDraw): Witness | undefined {
  return witnesses.find((_, position) => !secrets.has(position))
}

type Step = WitnessDraw | 'faulty' | undefined

/**
 * Returns the current witnesses of an attempt according to its notices, in order.
 * @param from the earliest time at which witnesses can be named; undefined if they cannot be named yet
 * @returns null if a notice breaks a rule; undefined if there are no witnesses
 */
export function findWitnessDraw(
  notices: readonly DrawNotice[],
  { attempt, from }: { attempt: number; from: Date | undefined },
): WitnessDraw | null | undefined {
  // A secret cannot be used again, because everybody knows it once it was revealed.
  const commitments = notices
    .flatMap((one) => (one.kind === 'witnesses' ? one.witnesses : []))
    .map((one) => one.commitment)
  if (!areDistinct(commitments)) return null
  const own = notices.filter((notice) => notice.attempt === attempt)
  const draw = own.reduce<Step>(
    (before, notice) => (before === 'faulty' ? before : follow(before, notice, from)),
    undefined,
  )
  return draw === 'faulty' ? null : draw
}

/** Applies one more notice to the witnesses. */
function follow(draw: WitnessDraw | undefined, notice: DrawNotice, from: Date | undefined): Step {
  const at = new Date(notice.at)
  if (notice.kind === 'witnesses') {
    const names = notice.witnesses.map(({ name }) => name)
    if (draw || !from || at < from || !areDistinct(names) || names.at(-1) !== OPERATOR) return 'faulty'
    const replaceableAt = new Date(at.getTime() + REVEAL_WITHIN_MS)
    return { witnesses: notice.witnesses, replaceableAt, secrets: new Map(), drawnAt: undefined }
  }
  if (notice.kind !== 'revealed' && notice.kind !== 'refused') return draw
  const isOpen = draw && notice.position < draw.witnesses.length && !draw.secrets.has(notice.position)
  if (!isOpen) return 'faulty'
  if (notice.kind === 'refused') return at >= draw.replaceableAt ? undefined : 'faulty'
  const secrets = new Map([...draw.secrets, [notice.position, notice.secret]])
  return { ...draw, secrets, drawnAt: secrets.size === draw.witnesses.length ? at : undefined }
}

const areDistinct = (values: readonly string[]) => new Set(values).size === values.length
