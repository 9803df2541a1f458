// Fetches rounds of a drand chain from its relays. Relays need not be trusted, because every round is checked by its signature.
import { toBeacon, toChain } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { isBeaconValid, randomnessOf } from '@baobab/contract/scholarship/draw/order.ts'
import { BeaconFile, type ChainFile } from '@baobab/contract/scholarship/draw/files.ts'
import type { Logger } from 'pino'
import { readUpTo } from '../http/read-up-to.ts'

export type DrandSettings = { urls: readonly string[]; chain: ChainFile }

export type Drand = {
  /** The chain that decides the draws of future months. */
  chain: ChainFile
  /** Asks all relays for a round. Returns the first valid reply; undefined if no relay has one. */
  fetchRound(chain: ChainFile, round: number): Promise<BeaconFile | undefined>
  /** Whether any relay has a round that should not be known yet. */
  hasRound(chain: ChainFile, round: number): Promise<boolean>
}

const TIMEOUT_MS = 5_000
const MAX_REPLY_BYTES = 4_096

/** Returns whether a round belongs to a chain and has the random number that follows from it. */
export function isRoundOf(chain: ChainFile, file: BeaconFile): boolean {
  const beacon = toBeacon(file)
  return isBeaconValid(toChain(chain), beacon) && Buffer.from(randomnessOf(beacon)).toString('hex') === file.randomness
}

/** Asks one relay. Throws if it has no valid reply. */
async function askRelay(url: string, chain: ChainFile, round: number): Promise<BeaconFile> {
  const response = await fetch(`${url}/${chain.hash}/public/${round}`, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`the relay replied ${response.status}`)
  const file = BeaconFile.parse(JSON.parse(await readUpTo(response, MAX_REPLY_BYTES)))
  if (file.round !== round || !isRoundOf(chain, file)) throw new Error('the round is not valid')
  return file
}

/** Opens a client for relays: drand's, or the sandbox's, which speaks the same protocol with its own chain. */
export function openDrand({ urls, chain }: DrandSettings, log: Logger): Drand {
  const askRelays = (ofChain: ChainFile, round: number) => Promise.any(urls.map((url) => askRelay(url, ofChain, round)))
  return {
    chain,
    hasRound: (ofChain, round) =>
      askRelays(ofChain, round).then(
        () => true,
        () => false,
      ),
    async fetchRound(ofChain, round) {
      try {
        return await askRelays(ofChain, round)
      } catch (error) {
        const reasons = error instanceof AggregateError ? error.errors.map(String) : [String(error)]
        log.warn({ round, reasons }, 'no relay has the round of a draw')
        return undefined
      }
    },
  }
}
