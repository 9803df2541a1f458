// Messages of the endpoints of push notifications, and the text of a push message itself.

export const pushText = {
  /** All that a push service and a locked screen learn: nothing about the notification or the student. */
  message: 'You have a new notification',
  on: 'Notifications are on for this device.',
  off: 'Notifications are off for this device.',
  notForChildren: 'Phone notifications are for students aged 11 and older.',
  tooManyDevices: 'Notifications are on for 10 devices already. Turn them off on one of them first.',
  unknownService: 'We cannot send notifications to this browser. Please try another browser.',
  keysInvalid: 'Your browser did not give us what we need. Please try again.',
} as const
