// All features of the server, lowest first. Each may only import those before it, which `bin/import-rules.ts` checks.
import { accounts } from './accounts/feature.ts'
import { guardians } from './guardians/feature.ts'
import { settings } from './settings/feature.ts'
import { savedViews } from './saved-views/feature.ts'
import { notifications } from './notifications/feature.ts'
import { payments } from './payments/feature.ts'
import { leaderboard } from './leaderboard/feature.ts'
import { videos } from './videos/feature.ts'
import { quiz } from './quiz/feature.ts'
import { maintenance } from './maintenance/feature.ts'
import { awards } from './awards/feature.ts'
import { leagues } from './leagues/feature.ts'
import { scholarship } from './scholarship/feature.ts'
import { fairPlay } from './fair-play/feature.ts'
import { friends } from './friends/feature.ts'
import { contact } from './contact/feature.ts'
import { profile } from './profile/feature.ts'
import { students } from './students/feature.ts'
import { audit } from './audit/feature.ts'
import { exports } from './exports/feature.ts'
import { bulk } from './bulk/feature.ts'
import { privacy } from './privacy/feature.ts'
import { duplicates } from './duplicates/feature.ts'
import { backup } from './backup/feature.ts'
import { verification } from './verification/feature.ts'
import { system } from './system/feature.ts'
import { metrics } from './metrics/feature.ts'
import { demonstration } from './demonstration/feature.ts'
import { sms } from './sms/feature.ts'
import type { Feature } from './platform/feature.ts'
import { readKeeper } from './guardians/children/keeper.ts'
import { countQuestions } from './quiz/count-questions.ts'
import { refuseWhilePrizeWaits } from './students/prize-guard.ts'
import { readLinkedVideos } from './videos/queries.ts'

export const features: readonly Feature[] = [
  // Needed by all others.
  { name: 'mails' },
  sms,
  accounts(refuseWhilePrizeWaits),
  settings,
  savedViews,
  notifications(readLinkedVideos),
  // What students use.
  payments,
  leaderboard,
  videos(countQuestions),
  quiz,
  // Pauses quizzes, and gives them their time back.
  maintenance,
  // Badges and certificates: reads videos and attempts.
  awards,
  // Friends and their challenges: reads attempts and the ledger of points.
  friends,
  // Reads the ledger of points and what was practised.
  leagues,
  scholarship,
  fairPlay,
  contact,
  profile,
  // Features that read or erase the data of many others.
  students(readKeeper),
  audit,
  exports,
  // Runs the actions of other features on many rows.
  bulk,
  privacy,
  // Parents' accounts: what their children do, pay and may do; erases children.
  guardians,
  // Merges accounts, including what every feature stores about them.
  duplicates,
  // Copies the data and the files of all features.
  backup,
  // Compares the data of all features.
  verification,
  // Checks the parts of the whole product.
  system,
  metrics,
  // Measures all features for monitoring.
  { name: 'telemetry' },
  // Fills the whole product with invented students.
  demonstration,
]
