// Sentences of a student's notifications page. Sentences that the server shares are in the contract's
// notificationsText.
export const text = {
  notifications: 'Notifications',
  markAllRead: 'Mark all as read',
  marking: 'Marking...',
  showOlder: 'Show older notifications',
  loading: 'Loading...',
  emptyHelp: 'You have no messages yet. Why not watch a video?',
  watchVideo: 'Watch a video',
  new: 'New',
  goToPayments: 'Go to my payments',
  id: 'ID',
  update: 'Update',
  date: 'Date',
} as const
