// The checks of a draw of protocol 2 that lead from its lines to the rows of the leaderboards.
import { ageCategories } from '../../accounts/age.ts'
import { step, type CheckStep } from './check-step.ts'
import type { Boards } from './check-told.ts'
import type { CheckedAttempt } from './attempt.ts'
import { parseBoard } from './board.ts'
import { hashReceipt } from './codes.ts'
import type { CommitFile, DrawOutcome, OpeningFile } from './files.ts'
import type { DrawList } from './list.ts'
import { hashText } from './rules.ts'
import { LEADERBOARD_SIZE } from '../../leaderboard/limits.ts'

type RowFiles = {
  boards?: Boards | undefined
  commit?: CommitFile | undefined
  /** Whether these are all files of a draw. */
  isWhole?: boolean | undefined
  opening?: OpeningFile | undefined
  /** The username of the winner as somebody told it. */
  winnerName?: string | undefined
}

/** What was computed of a draw. */
type Drawn = { list: DrawList | undefined; attempts: readonly CheckedAttempt[]; outcome: DrawOutcome }

/** Returns the steps that compare the leaderboards with the list; none if the list names none, or there are no files of them. */
export function checkBoards({ boards: listed }: DrawList, { boards, commit, isWhole }: RowFiles): CheckStep[] {
  if (!listed) return []
  if (!boards) return isWhole ? [step('board', 0, 'The leaderboards are missing.')] : []
  const faults = ageCategories.map((category) => {
    const [told, text] = [listed[category], boards[category]]
    if (text === undefined) return `The leaderboard of ages ${category} is missing.`
    if (hashText(text) !== told.hash) return `The leaderboard of ages ${category} is not the one that the list names.`
    const rows = parseBoard(text)?.length
    if (rows !== told.rows)
      return `The leaderboard of ages ${category} does not have the ${told.rows} rows of the list.`
    const shown = commit?.boards?.[category].shown
    if (shown !== undefined && rows !== Math.min(shown, LEADERBOARD_SIZE))
      return `The leaderboard of ages ${category} showed ${shown} students, and its file has ${rows}.`
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

/** Returns the step that finds the row of the winner on a leaderboard; none if the row is not opened. */
export function checkOpening(
  { list, attempts, outcome }: Drawn,
  { opening, boards, winnerName, isWhole }: RowFiles,
): CheckStep[] {
  const last = attempts.at(-1)
  if (!list || !last) return []
  const opened = (fault?: string) => [step('opening', last.attempt, fault)]
  if (!opening) {
    const isNamed = list.protocol === 2 && outcome === 'drawn' && winnerName !== undefined
    return isWhole && isNamed ? opened('The page names a winner, and the line is not opened.') : []
  }
  const { index, category, place, points, username, nonce } = opening
  if (outcome !== 'drawn' || index !== last.winner) return opened('opening.json is not about the winner.')
  const leaf = hashReceipt({ protocol: 2, month: list.month, category, place, points, username, nonce })
  if (leaf !== list.leaves[index]) return opened('opening.json does not give the line of the winner.')
  const board = boards?.[category]
  if (board !== undefined && parseBoard(board)?.[place - 1] !== points)
    return opened('The leaderboard does not have the place and points of the winner.')
  if (winnerName !== undefined && winnerName !== username)
    return opened(`The page names ${winnerName}, and the line of the winner is that of ${username}.`)
  return opened()
}
