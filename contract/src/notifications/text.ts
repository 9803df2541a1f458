// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const notificationsText = {
  noNotifications: 'No notifications found',
  notificationsLoading: 'Loading notifications...',
  notificationsFailed: 'Failed to load notifications.',
  notificationSent: 'Notification sent successfully!',
  notificationSentToAll: 'Notification sent to all users!',
  notificationFailed: 'Failed to send notification.',
  notificationScheduled: 'Notification scheduled successfully!',
  notificationChanged: 'Notification changed successfully!',
  notificationCanceled: 'The notification will not be sent.',
  notificationPublished: 'This notification has already been sent.',
  notificationWasCanceled: 'This notification was canceled.',
  unknownType: 'Unknown type of notification',
  unknownMethod: 'Unknown way to send a notification',
  noSuchStudent: 'No student has this username.',
  timeIsPast: 'Please choose a time in the future.',
  timeIsFar: 'Please choose a time within the next year.',
} as const
