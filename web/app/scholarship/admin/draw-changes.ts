import { countOpenListClaims } from '@baobab/contract/kernel/menu-counts.ts'
import { scholarshipOverview } from '@baobab/contract/scholarship/admin.ts'
import { listListClaims } from '@baobab/contract/scholarship/list-claim-admin.ts'
import { listPrizes } from '@baobab/contract/scholarship/prize-admin.ts'
import { listDraws } from '@baobab/contract/scholarship/endpoints.ts'

/** What changes with every action on a draw. */
export const drawChanges = [scholarshipOverview, listDraws, listPrizes, listListClaims, countOpenListClaims]
