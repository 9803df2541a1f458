// Messages about backups that the page of the jobs shows.
export const backupText = {
  loading: 'Loading the last backup...',
  failed: 'Failed to load the last backup.',
} as const
