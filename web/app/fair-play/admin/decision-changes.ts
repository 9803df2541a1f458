import { listFlagged, readFlagged } from '@baobab/contract/fair-play/admin.ts'
import { leaderboard } from '@baobab/contract/leaderboard/endpoints.ts'
import { countOpenAppeals } from '@baobab/contract/fair-play/admin.ts'

/** The queries to refetch after a decision about a student. */
export const decisionChanges = [listFlagged, readFlagged, countOpenAppeals, leaderboard]
