// Compares a draw with what somebody was told in a message, which nobody can have changed since.
import { parseBoard } from './board.ts'
import { hashReceipt, type Receipt, type Told } from './codes.ts'
import { hashNotices, type DrawNotice } from './files.ts'
import type { DrawList } from './list.ts'

/** The files that a message is compared with. `boards`: the leaderboards' texts, by their category. */
export type ToldFiles = { list: DrawList; listHash: string; notices: readonly DrawNotice[]; boards: Boards }
export type Boards = Partial<Record<keyof NonNullable<DrawList['boards']>, string | undefined>>

/** What of a message agrees with the files. */
export type Compared = {
  isListTold: boolean
  areNoticesTold: boolean
  /** The number of the own entry. */
  entry: number | undefined
}

export const nothingCompared: Compared = { isListTold: false, areNoticesTold: false, entry: undefined }

/** Compares a message with the files. @returns also why they do not agree, in words for the person who got the message */
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
  if (receipt && receipt.month !== month) return `Your receipt is of ${receipt.month}, and this list of ${month}.`
  if (codes.list !== undefined && !isListTold) return 'This list does not have the code of your message.'
  if (codes.notices !== undefined && !areNoticesTold)
    return 'What was published after the list never had the code of your message.'
  if (plain !== undefined && !isListTold && !areNoticesTold && entry === undefined)
    return 'Neither the list nor what was published after it has this code, and no line of the list is this one.'
  if (receipt) return findReceiptFault(receipt, { codes, entry, files })
  return codes.line !== undefined && entry === undefined ? 'Your line is not in this list.' : undefined
}

function findReceiptFault(
  receipt: Receipt,
  { codes, entry, files: { list, boards } }: { codes: Told['codes']; entry: number | undefined; files: ToldFiles },
): string | undefined {
  if (entry === undefined) return 'No line of this list is the one of your receipt.'
  if (codes.line !== undefined && !list.leaves[entry]?.startsWith(codes.line))
    return 'Your receipt gives another line than the one in your message.'
  const board = receipt.protocol === 2 ? boards[receipt.category] : undefined
  if (receipt.protocol === 1 || board === undefined) return undefined
  const isOnBoard = parseBoard(board)?.[receipt.place - 1] === receipt.points
  return isOnBoard ? undefined : 'The leaderboard in these files does not have your place and points.'
}
