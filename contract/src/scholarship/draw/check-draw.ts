// Repeats a draw from its published files, step by step. Server, browser and command line all use this file.
import { bytesToHex } from '@noble/hashes/utils.js'
import {
  checkBoards,
  checkOpening,
  step,
  type CheckStep,
  compareTold,
  nothingCompared,
  type Boards,
  type Compared,
} from './check-rows.ts'
import {
  computeAttempt,
  findDecidingChain,
  findDueAttempt,
  isSealed,
  ofAttempt,
  type CheckedAttempt,
  type DueAttempt,
} from './attempt.ts'
import { hashChain, isBeaconValid, randomnessOf, type Beacon } from './order.ts'
import {
  knownChains,
  roundAt,
  timeOfRound,
  type Chain,
  drawTime,
  isDrawRound,
  MAX_ATTEMPTS,
  STRIKE_UNTIL_MS,
} from './schedule.ts'
import { type Told, hashText, readProtocol, SHORT_LIST } from './rules.ts'
import type {
  BeaconFile,
  ChainFile,
  CommitFile,
  DrawNotice,
  DrawOutcome,
  OpeningFile,
  ResultFile,
  SavedStamp,
} from './files.ts'
import { DrawListError, hashDrawList, parseDrawList, type DrawList } from './list.ts'
import { findLiar, findMissing } from './witnesses.ts'
import { monthCloses } from '../rules.ts'

export type DrawFiles = {
  /** The month that the draw must be for; undefined if any month will do. */
  month?: string | undefined
  /** `list.txt` */
  list: string
  /** `rules.txt` */
  rules?: string | undefined
  /** The SHA-256 of the list as it is stored, in hex; undefined if unknown. */
  listHash?: string | undefined
  /** `board-5-10.csv` and `board-11-20.csv`; since protocol 2. */
  boards?: Boards | undefined
  /** `commit.json` */
  commit?: CommitFile | undefined
  /** `chain.json`, if the chain is not one of drand's. */
  chain?: ChainFile | undefined
  /** One for each attempt that a round decided, in order. */
  beacons: readonly BeaconFile[]
  notices: readonly DrawNotice[]
  /** The codes from a message to somebody on the list. */
  told?: Told | undefined
  /** `result.json` */
  result?: ResultFile | undefined
  /** `opening.json` */
  opening?: OpeningFile | undefined
  /** Whether these should be all the files of a draw, so that a missing one is a fault. */
  isWhole?: boolean | undefined
  /** Time stamps by outside authorities, which `checkTimes` reads. */
  stamps?: readonly SavedStamp[] | undefined
  /** The number of the winner that the reader was told; null if told that nobody won; undefined if told nothing. */
  winner?: number | null | undefined
  /** The username of the winner that the reader was told. */
  winnerName?: string | undefined
}

export type DrawCheck = {
  steps: CheckStep[]
  listHash: string
  list: DrawList | undefined
  /** Whether the chain is one of drand's. The owner of any other chain knows its rounds in advance, so such a draw proves nothing. */
  isPublicChain: boolean
  /** Which parts of the message match the files. */
  compared: Compared
  /** Whether the round is the one on the 3rd, rather than a later day because the list was late. */
  isUsualDay: boolean
  /** Whether witnesses drew an attempt, which is fair if at least one of them was honest. */
  isWitnessDraw: boolean
  outcome: DrawOutcome
  attempts: CheckedAttempt[]
}

/** Converts a chain from the format of the relays. */
export function toChain({ public_key, genesis_time, schemeID, metadata, ...rest }: ChainFile): Chain {
  const scheme = schemeID === 'pedersen-bls-chained' ? 'chained' : 'unchained'
  return { ...rest, publicKey: public_key, genesis: genesis_time, beaconId: metadata.beaconID, scheme }
}

/** Converts a chain to the format of the relays. */
export function toChainFile({ publicKey, genesis, scheme, beaconId, ...rest }: Chain): ChainFile {
  const schemeID = scheme === 'chained' ? 'pedersen-bls-chained' : 'bls-unchained-g1-rfc9380'
  return { ...rest, public_key: publicKey, genesis_time: genesis, schemeID, metadata: { beaconID: beaconId } }
}

/** Converts a round from the format of the relays. */
export function toBeacon({ round, signature, previous_signature }: BeaconFile): Beacon {
  return { round, signature, previousSignature: previous_signature }
}

/** Finds a chain by its name, among drand's chains and the one passed in. The name must be the hash of its facts. */
export function findChain(
  hash: string,
  told: ChainFile | undefined,
  chains: readonly Chain[] = knownChains,
): Chain | undefined {
  const known = chains.find((chain) => chain.hash === hash)
  if (known) return known
  const chain = told && toChain(told)
  return chain?.hash === hash && hashChain(chain) === hash ? chain : undefined
}

/** Returns why a list does not belong to its month and rules; undefined if it does. */
function findListFault(list: DrawList, { month, rules, isWhole }: DrawFiles): string | undefined {
  if (month !== undefined && list.month !== month) return `This is the list for ${list.month}.`
  if (list.closesAt.getTime() !== monthCloses(list.month).closesAt.getTime())
    return 'The list was not locked when its month ended.'
  if (rules === undefined) return isWhole ? 'The rules are missing.' : undefined
  if (hashText(rules) !== list.rulesHash) return 'The rules are not those that the list names.'
  if (readProtocol(rules) !== list.protocol) return 'The list does not follow the protocol of its rules.'
  return undefined
}

/** Returns how a list differs from what was published when it was frozen. */
function findCommitFault(list: DrawList, hash: Uint8Array, { commit, isWhole }: DrawFiles): string | undefined {
  if (!commit) return isWhole ? 'commit.json is missing.' : undefined
  const { month, round, leaves } = list
  const isSame = commit.month === month && commit.round === round && commit.entrants === leaves.length
  return isSame && commit.list === bytesToHex(hash) ? undefined : 'commit.json is not about this list.'
}

function readList(files: DrawFiles): { list?: DrawList; hash: Uint8Array; step: CheckStep } {
  const hash = hashDrawList(files.list)
  if (files.listHash !== undefined && bytesToHex(hash) !== files.listHash)
    return { hash, step: step('list', 0, 'The list does not have the code that was published.') }
  try {
    const list = parseDrawList(files.list)
    return { list, hash, step: step('list', 0, findListFault(list, files) ?? findCommitFault(list, hash, files)) }
  } catch (error) {
    if (!(error instanceof DrawListError)) throw error
    return { hash, step: step('list', 0, error.message) }
  }
}

function checkBeacon(due: DueAttempt, file: BeaconFile): CheckStep {
  const chain = findDecidingChain(due, file.round)
  if (!chain) return step('round', due.attempt, `Round ${due.round} decides, but round ${file.round} was used.`)
  const beacon = toBeacon(file)
  if (!isBeaconValid(chain, beacon))
    return step('beacon', due.attempt, 'The signature was not made by this chain for this round.')
  if (bytesToHex(randomnessOf(beacon)) !== file.randomness)
    return step('beacon', due.attempt, 'The random number does not follow from the signature.')
  return step('beacon', due.attempt)
}

/** Checks that the secrets revealed so far match the witnesses' commitments. */
function checkSecrets({ month }: DrawList, { attempt, witnesses }: DueAttempt): CheckStep {
  const liar = witnesses && findLiar(month, witnesses)
  return step('beacon', attempt, liar && `The secret number of ${liar.name} is not the one that was promised.`)
}

/**
 * Repeats a draw. The steps end with the first that fails. A draw whose round is still in the future has no steps after its chain.
 * @param chains the public chains, in the order of the rules
 */
export function checkDraw(files: DrawFiles, chains: readonly Chain[] = knownChains): DrawCheck {
  const { list, hash, step: first } = readList(files)
  const check: DrawCheck = {
    steps: [first],
    listHash: bytesToHex(hash),
    list,
    isPublicChain: chains.some((chain) => chain.hash === list?.chainHash),
    compared: nothingCompared,
    isUsualDay: true,
    isWitnessDraw: false,
    outcome: 'open',
    attempts: [],
  }
  if (!list || !first.isTrue) return check
  check.steps.push(...checkBoards(list, files))
  if (files.told) {
    const { boards = {}, notices } = files
    const { fault, ...compared } = compareTold(files.told, { list, listHash: check.listHash, notices, boards })
    check.compared = compared
    check.steps.push(step('told', 0, fault))
  }
  if (check.steps.some(({ isTrue }) => !isTrue)) return check
  const chain = findChain(list.chainHash, files.chain, chains)
  check.steps.push(chain ? step('chain', 0) : step('chain', 0, 'The chain that the list names is not known.'))
  if (chain) check.steps.push(...checkAttempts(check, { files, list, hash, chain, chains }))
  if (check.steps.every(({ isTrue }) => isTrue)) check.steps.push(...checkOpening(check, files))
  return check
}

type Checking = { files: DrawFiles; list: DrawList; hash: Uint8Array; chain: Chain; chains: readonly Chain[] }

/** What decides an attempt: a round or, without one, its witnesses' secrets. `due` is undefined if a notice breaks a rule. */
type Decided = { due: DueAttempt | undefined; beacon: BeaconFile | undefined }

/** Returns what decides each attempt, in order: its witnesses' secrets if all are revealed, otherwise the next round. */
function listDecided({ files: { notices, beacons }, list, chain, chains }: Checking): Decided[] {
  const [decided, rounds]: [Decided[], BeaconFile[]] = [[], [...beacons]]
  for (;;) {
    const attempt = decided.length
    const due = attempt < MAX_ATTEMPTS ? findDueAttempt(list, { attempt, notices, chain, chains }) : undefined
    const beacon = due?.witnesses?.drawnAt ? undefined : rounds.shift()
    if (!beacon && !due?.witnesses?.drawnAt) return decided
    decided.push({ due, beacon })
  }
}

/** Yields the steps of each attempt up to the first that fails, and fills in the computed results. */
function* checkAttempts(check: DrawCheck, checking: Checking): Generator<CheckStep, void> {
  const { files, list, hash, chain } = checking
  const { notices } = files
  check.isUsualDay = list.round === roundAt(chain, monthCloses(list.month).drawsAt)
  if (!isListRound(chain, list, files.commit)) {
    yield step('round', 0, 'The round in the list is not one that the rules allow for this month.')
    return
  }
  if (list.leaves.length >= SHORT_LIST && notices.some(({ kind }) => kind === 'sealed')) {
    yield step('round', 0, 'The struck-out numbers were hidden before the round, although this list is not short.')
    return
  }
  if (notices.some(({ kind }) => kind === 'voided')) {
    check.outcome = 'void'
    if (!isVoidedInTime(chain, list, files))
      yield step('round', 0, 'A list can be replaced only once, at least half an hour before its round.')
    return
  }
  const decided = listDecided(checking)
  for (const [attempt, { due, beacon }] of decided.entries()) {
    if (!due) {
      yield step('round', attempt, 'No notice that follows the rules begins this attempt.')
      return
    }
    const byWitnesses = beacon ? {} : { isWitnessDraw: true as const }
    const checked = beacon ? checkBeacon(due, beacon) : checkSecrets(list, due)
    if (checked.name === 'beacon') yield { ...step('round', attempt), ...byWitnesses }
    yield { ...checked, ...byWitnesses }
    if (!checked.isTrue) return
    const known = beacon && toBeacon(beacon)
    if (isSealed(notices, attempt)) {
      yield step('winner', attempt, 'The struck-out numbers were sealed, and the seal has not been opened.')
      return
    }
    const { protocol, leaves } = list
    check.attempts.push(computeAttempt({ protocol, hash, count: leaves.length }, due, known))
    check.isWitnessDraw ||= !known
    check.outcome = findOutcome(list, check.attempts, notices)
    const winner = checkWinner(check, files, { attempt, isLast: attempt === decided.length - 1 })
    yield { ...winner, ...byWitnesses }
    if (!winner.isTrue) return
  }
  check.outcome = findOutcome(list, check.attempts, notices)
  const fault = findPendingFault(decided.length, checking)
  if (fault) yield fault
}

/** Whether the rules lead to the round of a list, given the time of publication if there is one. */
function isListRound(chain: Chain, { month, round }: DrawList, commit: CommitFile | undefined): boolean {
  if (!commit) return isDrawRound(chain, month, round)
  return round === roundAt(chain, drawTime(month, new Date(commit.publishedAt)))
}

/** Whether a list was replaced before anybody could know its winner, and was not drawn. */
function isVoidedInTime(chain: Chain, { round }: DrawList, { notices, beacons }: DrawFiles): boolean {
  const [voided, ...repeated] = ofAttempt(notices, 'voided', 0)
  if (!voided || repeated.length > 0 || beacons.length > 0) return false
  return Date.parse(voided.at) <= timeOfRound(chain, round).getTime() - STRIKE_UNTIL_MS
}

/** Returns the state of a draw after its last round. */
function findOutcome(list: DrawList, attempts: readonly CheckedAttempt[], notices: readonly DrawNotice[]): DrawOutcome {
  const last = attempts.at(-1)
  if (list.leaves.length === 0 || (last && last.winner === undefined)) return 'none'
  const isDisqualified = ofAttempt(notices, 'disqualified', attempts.length).length > 0
  if (last && !isDisqualified) return 'drawn'
  return attempts.length >= MAX_ATTEMPTS ? 'none' : 'open'
}

/** Returns a failed step if a notice about an undecided attempt, or a later one, breaks a rule. */
function findPendingFault(
  attempt: number,
  { list, files: { notices, result }, chain, chains }: Checking,
): CheckStep | undefined {
  if (notices.some((notice) => notice.attempt > attempt))
    return step('round', attempt, 'A notice belongs to an attempt that has not begun.')
  const isBegun = attempt === 0 || notices.some((notice) => notice.attempt === attempt)
  const due = isBegun ? findDueAttempt(list, { attempt, notices, chain, chains }) : undefined
  if (isBegun && !due) return step('round', attempt, 'No notice that follows the rules begins this attempt.')
  const secrets = due && checkSecrets(list, due)
  if (secrets?.isTrue === false) return { ...secrets, isWitnessDraw: true }
  if (!result || result.attempt < attempt) return undefined
  const missing = due?.witnesses && findMissing(due.witnesses)
  if (!missing) return step('beacon', attempt, 'The number that gave the result is missing.')
  const fault = `The secret number of ${missing.name} that gave the result is missing.`
  return { ...step('beacon', attempt, fault), isWitnessDraw: true }
}

/** Compares the winner of an attempt with the one disqualified after it, or with the final published winner. */
function checkWinner(
  check: DrawCheck,
  { notices, winner, result }: DrawFiles,
  { attempt, isLast }: { attempt: number; isLast: boolean },
): CheckStep {
  const drawn = check.attempts[attempt]?.winner ?? null
  const [next] = ofAttempt(notices, 'disqualified', attempt + 1)
  if (next && next.index !== drawn)
    return step('winner', attempt, `Number ${next.index} was disqualified, but ${toName(drawn)} was drawn.`)
  if (!isLast) return step('winner', attempt)
  if (winner !== undefined && winner !== drawn)
    return step('winner', attempt, `The files say ${toName(winner)}, but ${toName(drawn)} was drawn.`)
  const made = makeResult(check)
  if (result && made && result.index !== made.index)
    return step('winner', attempt, `The files say ${toName(result.index)}, but ${toName(made.index)} was drawn.`)
  const isRight = !result || isSameResult(result, made)
  return step('winner', attempt, isRight ? undefined : 'result.json says something else than what was drawn.')
}

/** Returns the expected content of `result.json`. */
function makeResult({ list, listHash, attempts, outcome }: DrawCheck): ResultFile | undefined {
  const last = attempts.at(-1)
  if (!list || !last) return undefined
  const index = outcome === 'drawn' ? (last.winner ?? null) : null
  const leaf = index === null ? null : (list.leaves[index] ?? null)
  return { month: list.month, list: listHash, attempt: last.attempt, seed: last.seed, outcome, index, leaf }
}

function isSameResult(told: ResultFile, made: ResultFile | undefined): boolean {
  return made !== undefined && (Object.keys(made) as (keyof ResultFile)[]).every((key) => told[key] === made[key])
}

const toName = (index: number | null) => (index === null ? 'nobody' : `number ${index}`)
