import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import { fileCheck, videoCheck } from './file-checks.ts'
import * as tables from './tables.ts'
import { addVideoRoutes } from './routes.ts'
import { addVideoAdminRoutes } from './admin/routes.ts'
import { addSeriesRoutes } from './admin/series/routes.ts'
import { addResumableUploadRoutes } from './resumable-upload/routes.ts'
import { addMediaRoutes } from './media/routes.ts'
import { startVideoJobs } from './jobs.ts'
import type { CountQuestions } from './video-reply.ts'

/** @param countQuestions counts quiz questions; this feature cannot import the quiz, which is above it */
export const videos = (countQuestions: CountQuestions): Feature => ({
  name: 'videos',
  routes: [
    (context) => addVideoRoutes(context, countQuestions),
    (context) => addVideoAdminRoutes(context, countQuestions),
    addSeriesRoutes,
    addResumableUploadRoutes,
    addMediaRoutes,
  ],
  jobs: [startVideoJobs],
  tables: describeTables(tables, {
    watches: { copy: { as: 'videosWatched' }, erase: 'delete' },
    plays: { copy: { as: 'videosPlayed' }, erase: 'delete' },
    bookmarks: { copy: { as: 'bookmarks' }, erase: 'delete' },
    videos: 'of no student',
    series: 'of no student',
    formerTitles: 'of no student',
    resumableUploads: 'of no student',
  }),
  distribution: {
    byStudent: [tables.watches, tables.plays, tables.bookmarks],
    everywhere: [tables.videos, tables.series, tables.formerTitles],
    coordinator: [tables.resumableUploads],
  },
  triggers: ['series_announced', 'videos_added', 'videos_changed', 'videos_removed', 'videos_withdrawn'],
  checks: [fileCheck, videoCheck],
})
