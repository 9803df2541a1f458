import type { Feature } from '../platform/feature.ts'
import { addStudentRoutes } from './routes.ts'
import { startStudentJobs } from './jobs.ts'

export const students: Feature = {
  name: 'students',
  routes: [addStudentRoutes],
  jobs: [startStudentJobs],
}
