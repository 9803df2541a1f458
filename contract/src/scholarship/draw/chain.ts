// The drand chains that decide draws, and the times of their rounds. Checking a round is in draw-beacon.ts, which needs a
// heavy library.

export type Chain = {
  /** Names the chain: 64 hex digits, the hash of what follows (`hashChain`). */
  hash: string
  /** In hex. */
  publicKey: string
  /** Seconds from one round to the next. */
  period: number
  /** The time of round 1, in seconds since 1970. */
  genesis: number
  /** The hash of the group that founded the chain, in hex. */
  groupHash: string
  beaconId: string
  /** `unchained`: a signature is checked by itself. `chained`: with the signature of the round before. */
  scheme: 'unchained' | 'chained'
}

/** drand's chain `quicknet`, which decides the draws. */
export const quicknet: Chain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  period: 3,
  genesis: 1_692_803_367,
  groupHash: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
  beaconId: 'quicknet',
  scheme: 'unchained',
}

/** drand's older chain, which decides a draw if `quicknet` has ended. */
export const defaultChain: Chain = {
  hash: '8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce',
  publicKey: '868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31',
  period: 30,
  genesis: 1_595_431_050,
  groupHash: '176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a',
  beaconId: 'default',
  scheme: 'chained',
}

/** The chains of drand that decide draws. A draw of any other chain is one of a sandbox. */
export const knownChains: readonly Chain[] = [quicknet, defaultChain]

/** Returns the number of the first round of a chain at or after an instant. */
export function roundAt(chain: Chain, at: Date): number {
  return Math.max(1, Math.ceil((at.getTime() / 1_000 - chain.genesis) / chain.period) + 1)
}

/** Returns the time of a round. */
export function timeOfRound(chain: Chain, round: number): Date {
  return new Date((chain.genesis + (round - 1) * chain.period) * 1_000)
}
