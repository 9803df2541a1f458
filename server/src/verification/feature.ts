import type { Feature } from '../platform/feature.ts'
import { startVerificationJobs } from './jobs.ts'

export const verification: Feature = {
  name: 'verification',
  jobs: [startVerificationJobs],
}
