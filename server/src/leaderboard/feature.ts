import type { Feature } from '../platform/feature.ts'
import { addLeaderboardRoutes } from './routes.ts'
import { startLeaderboardJobs } from './jobs.ts'

export const leaderboard: Feature = {
  name: 'leaderboard',
  routes: [addLeaderboardRoutes],
  jobs: [startLeaderboardJobs],
}
