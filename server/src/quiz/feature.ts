import type { Feature } from '../platform/feature.ts'
import { addQuizRoutes } from './routes.ts'
import { addQuizAdminRoutes } from './admin/routes.ts'
import { addImportRoutes } from './import/routes.ts'
import { startQuizJobs } from './jobs.ts'

export const quiz: Feature = {
  name: 'quiz',
  routes: [addQuizRoutes, addQuizAdminRoutes, addImportRoutes],
  jobs: [startQuizJobs],
}
