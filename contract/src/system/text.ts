// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const systemText = {
  reportTaken: 'Thank you. The report was counted.',
  queuesLoading: 'Loading queues...',
  queuesFailed: 'Failed to load the queues.',
  failedJobsLoading: 'Loading failed jobs...',
  failedJobsFailed: 'Failed to load the failed jobs.',
  nothingFailed: 'Nothing has failed',
  jobNotFound: 'This job is no longer in the list of failed jobs.',
  jobsRunAgain: (jobs: number) => (jobs === 1 ? 'The job will run again.' : `${jobs} jobs will run again.`),
  jobDiscarded: 'The job was discarded.',
  clockConfirmed: 'Thank you. The waiting work continues now.',
} as const
