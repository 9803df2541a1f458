// Text about push notifications, after a quiz and in the settings. Messages from the server are in the contract's pushText.
export const text = {
  title: 'Shall we tell you when there is something new?',
  help: 'You get a notification on this device. It does not say what it is about, so nobody else can read that.',
  night: 'Never at night: not from 8 in the evening to 7 in the morning.',
  turnOn: 'Turn on notifications',
  turningOn: 'Turning on...',
  notNow: 'Not now',
  turnOff: 'Turn off notifications',
  turnOffDevice: (device: string) => `Turn off notifications on ${device}`,
  turnOffShort: 'Turn off',
  turningOff: 'Turning off...',
  loading: 'Loading your choice...',
  onDevice: 'Notifications on',
  dismissed: 'Your browser has not allowed notifications yet. Try again when you are ready.',
  denied:
    'Your browser blocks notifications from Baobab. To allow them, tap the icon next to the web address, choose “Permissions” or “Site settings”, and allow notifications. Then reload this page.',
  needsInstall:
    'On an iPhone or iPad, first add Baobab to your Home Screen: tap Share, then “Add to Home Screen”. Open Baobab from there and come back to this page.',
  unsupported: 'This browser cannot show notifications. You can still read them here in Baobab.',
  failed: 'Notifications could not be turned on. Please check your network and try again.',
} as const
