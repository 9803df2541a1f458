import { countOpenListClaims, listListClaims, listPrizes } from '@baobab/contract/scholarship/prize.ts'
import { scholarshipOverview } from '@baobab/contract/scholarship/admin.ts'
import { listDraws } from '@baobab/contract/scholarship/endpoints.ts'

/** What changes with every action on a draw. */
export const drawChanges = [scholarshipOverview, listDraws, listPrizes, listListClaims, countOpenListClaims]
