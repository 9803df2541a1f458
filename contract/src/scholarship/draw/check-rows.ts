// The checks of a protocol 2 draw that connect its lines with the rows of the leaderboards.
import { parseBoard, type DrawList } from './list.ts'
import { hashReceipt, type Receipt, type Told, hashText } from './rules.ts'
import { hashNotices, type DrawNotice, type CommitFile, type DrawOutcome, type OpeningFile } from './files.ts'
import { ageCategories } from '../../accounts/rules.ts'
import type { CheckedAttempt } from './attempt.ts'
import { LEADERBOARD_SIZE } from '../../leaderboard/endpoints.ts'

/**
 * The checks, in this order. Each attempt repeats the steps from `round` to `winner`, and each file with time stamps has its own
 * `time`.
 */
export type CheckName = 'list' | 'board' | 'told' | 'chain' | 'round' | 'beacon' | 'winner' | 'opening' | 'time'

export type CheckStep = {
  name: CheckName
  attempt: number
  isTrue: boolean
  reason?: string
  /** Set if the step is about the witnesses' secrets instead of a round. */
  isWitnessDraw?: true
}

/** Returns a successful step, or a failed one if a reason is given. */
export const step = (name: CheckName, attempt: number, reason?: string): CheckStep =>
  reason === undefined ? { name, attempt, isTrue: true } : { name, attempt, isTrue: false, reason }

// Compares a draw with a message that was sent to an entrant, which nobody can have changed since.

/** The files that a message is compared with. `boards`: the texts of the leaderboards, by age category. */
export type ToldFiles = { list: DrawList; listHash: string; notices: readonly DrawNotice[]; boards: Boards }
export type Boards = Partial<Record<keyof NonNullable<DrawList['boards']>, string | undefined>>

/** Which parts of a message match the files. */
export type Compared = {
  isListTold: boolean
  areNoticesTold: boolean
  /** The number of the reader's own entry. */
  entry: number | undefined
}

export const nothingCompared: Compared = { isListTold: false, areNoticesTold: false, entry: undefined }

/** Compares a message with the files. @returns also why they do not match, in words for the person who got the message */
export function compareTold(told: Told, files: ToldFiles): Compared & { fault?: string } {
  const { list, listHash, notices } = files
  const known = notices.map((_, last) => hashNotices(list.protocol, notices.slice(0, last + 1)))
  const begins = (hash: string | undefined) => (one: string) => hash !== undefined && one.startsWith(hash)
  const { codes, plain, receipt } = told
  const isListTold = [codes.list, plain].some((hash) => begins(hash)(listHash))
  const areNoticesTold = [codes.notices, plain].some((hash) => known.some(begins(hash)))
  const line = receipt ? hashReceipt(receipt) : (codes.line ?? plain)
  const found = list.leaves.findIndex(begins(line))
  const compared = { isListTold, areNoticesTold, entry: found < 0 ? undefined : found }
  const fault = findFault(told, compared, files)
  return fault === undefined ? compared : { ...nothingCompared, fault }
}

function findFault({ codes, plain, receipt }: Told, compared: Compared, files: ToldFiles): string | undefined {
  const { isListTold, areNoticesTold, entry } = compared
  const { month } = files.list
  if (receipt && receipt.month !== month) return `Your receipt is for ${receipt.month}, but this list is for ${month}.`
  if (codes.list !== undefined && !isListTold) return 'This list does not match the code in your message.'
  if (codes.notices !== undefined && !areNoticesTold)
    return 'What was published after the list never matched the code in your message.'
  if (plain !== undefined && !isListTold && !areNoticesTold && entry === undefined)
    return 'This code matches neither the list, nor what was published after it, nor a line of the list.'
  if (receipt) return findReceiptFault(receipt, { codes, entry, files })
  return codes.line !== undefined && entry === undefined ? 'Your line is not in this list.' : undefined
}

function findReceiptFault(
  receipt: Receipt,
  { codes, entry, files: { list, boards } }: { codes: Told['codes']; entry: number | undefined; files: ToldFiles },
): string | undefined {
  if (entry === undefined) return 'No line of this list matches your receipt.'
  if (codes.line !== undefined && !list.leaves[entry]?.startsWith(codes.line))
    return 'Your receipt gives a different line from the one in your message.'
  const board = receipt.protocol === 2 ? boards[receipt.category] : undefined
  if (receipt.protocol === 1 || board === undefined) return undefined
  const isOnBoard = parseBoard(board)?.[receipt.place - 1] === receipt.points
  return isOnBoard ? undefined : 'The leaderboard in these files does not have your place and points.'
}

type RowFiles = {
  boards?: Boards | undefined
  commit?: CommitFile | undefined
  /** Whether these should be all the files of a draw. */
  isWhole?: boolean | undefined
  opening?: OpeningFile | undefined
  /** The username of the winner that the reader was told. */
  winnerName?: string | undefined
}

/** The computed part of a draw. */
type Drawn = { list: DrawList | undefined; attempts: readonly CheckedAttempt[]; outcome: DrawOutcome }

/** Returns the steps that compare the leaderboards with the list; empty if the list names no leaderboards or their files are missing. */
export function checkBoards({ boards: listed }: DrawList, { boards, commit, isWhole }: RowFiles): CheckStep[] {
  if (!listed) return []
  if (!boards) return isWhole ? [step('board', 0, 'The leaderboards are missing.')] : []
  const faults = ageCategories.map((category) => {
    const [told, text] = [listed[category], boards[category]]
    if (text === undefined) return `The leaderboard for ages ${category} is missing.`
    if (hashText(text) !== told.hash) return `The leaderboard for ages ${category} is not the one that the list names.`
    const rows = parseBoard(text)?.length
    if (rows !== told.rows)
      return `The leaderboard for ages ${category} does not have the ${told.rows} rows of the list.`
    const shown = commit?.boards?.[category].shown
    if (shown !== undefined && rows !== Math.min(shown, LEADERBOARD_SIZE))
      return `The leaderboard for ages ${category} showed ${shown} students, and its file has ${rows}.`
    return undefined
  })
  return [
    step(
      'board',
      0,
      faults.find((fault) => fault !== undefined),
    ),
  ]
}

/** Returns the step that finds the winner's row on a leaderboard; empty if the row has not been opened. */
export function checkOpening(
  { list, attempts, outcome }: Drawn,
  { opening, boards, winnerName, isWhole }: RowFiles,
): CheckStep[] {
  const last = attempts.at(-1)
  if (!list || !last) return []
  const opened = (fault?: string) => [step('opening', last.attempt, fault)]
  if (!opening) {
    const isNamed = list.protocol === 2 && outcome === 'drawn' && winnerName !== undefined
    return isWhole && isNamed ? opened('The page names a winner, but the winner’s line has not been opened.') : []
  }
  const { index, category, place, points, username, nonce } = opening
  if (outcome !== 'drawn' || index !== last.winner) return opened('opening.json is not about the winner.')
  const leaf = hashReceipt({ protocol: 2, month: list.month, category, place, points, username, nonce })
  if (leaf !== list.leaves[index]) return opened('opening.json does not give the line of the winner.')
  const board = boards?.[category]
  if (board !== undefined && parseBoard(board)?.[place - 1] !== points)
    return opened('The leaderboard does not have the place and points of the winner.')
  if (winnerName !== undefined && winnerName !== username)
    return opened(`The page names ${winnerName}, but the winner’s line belongs to ${username}.`)
  return opened()
}
