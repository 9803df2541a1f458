// Sentences on the page of the background jobs.
export const text = {
  title: 'System',
  lead: 'Background jobs: emails, videos, payments and cleanup.',
  clockHeld: 'Please check the date',
  clockHeldLead: (today: string, lastRun: string) =>
    `The clock of the database says that today is ${today}. Baobab last ran on ${lastRun}.`,
  clockHeldEffect:
    'Until an owner confirms the date, no student leaves a leaderboard on a birthday, planned notifications wait, unfinished payments stay open, and no old data is deleted. If the date is wrong, do not confirm it. Correct the clock of the database instead.',
  clockIsRight: (today: string) => `Yes, today is ${today}`,
  confirming: 'Confirming...',

  blockedContent: 'Blocked content',
  blockedContentLead:
    'Browsers stopped these pages from loading or running something that is not part of Baobab. Please ask whoever looks after the server to check why.',
  page: 'Page',
  blocked: 'What was blocked',
  lastReport: 'Last time',
  reports: 'Reports',

  backup: 'Last backup',
  backupSize: ({ whole, isNew, files }: { whole: string; isNew: string; files: number }) =>
    `(${whole} with ${files.toLocaleString('en-NG')} files, ${isNew} of it new)`,
  backupOld:
    'This backup is older than a day. Please ask whoever looks after the server to check why no new one was made.',
  backupFirst: 'There is no backup yet. The first one is made tonight.',
  backupOff:
    'Nothing is backed up. If the server is lost, everything is lost. Please ask whoever looks after it to set a folder for backups (BACKUP_DIR).',

  queues: 'Queues and schedules',
  queue: 'Queue',
  queueName: (queue: string, isSchedule: boolean) => (isSchedule ? `${queue}, on a schedule` : queue),
  jobs: 'Jobs',
  noJobs: 'None',
  waiting: (jobs: number) => `${jobs.toLocaleString('en-NG')} waiting`,
  running: (jobs: number) => `${jobs.toLocaleString('en-NG')} running`,
  retrying: (jobs: number) => `${jobs.toLocaleString('en-NG')} retrying`,
  failed: (jobs: number) => `${jobs.toLocaleString('en-NG')} failed`,
  lastSuccess: 'Last success',
  nextRun: 'Next run',
  noSuccess: 'None this week',
  noNextRun: 'On demand',
  actions: 'Actions',
  tryAllAgain: 'Try all again',
  tryAllAgainIn: (queue: string) => `Try all again: ${queue}`,
  trying: 'Trying again...',

  failedJobs: 'Failed jobs',
  failedJobsLead: 'These jobs failed in the last week. They run again only if you press “Try again”.',
  show: 'Show',
  allQueues: 'All queues',
  job: 'Job',
  failedAt: 'Failed',
  tries: 'Attempts',
  tryAgain: 'Try again',
  tryAgainFor: (queue: string) => `Try again: ${queue}`,
  discard: 'Discard',
  discardOf: (queue: string) => `Discard: ${queue}`,
  discardQuestion: 'Are you sure you want to discard this job?',
  discardEffect: 'The job will not run again. This cannot be undone.',
  discarding: 'Discarding...',
  nothingFailedHelp: 'Every job of the last week has finished or is retried automatically.',
  nothingFailedInQueueHelp: 'No job of this queue failed in the last week.',
  showAllQueues: 'Show all queues',
  range: (first: string, last: string) => `${first} to ${last}`,
} as const
