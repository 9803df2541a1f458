import { formatCount } from './format.ts'

export const text = {
  productName: 'Baobab',
  failureHelp: 'Check your network, then try again. Nothing you did is lost.',
  tryAgain: 'Try again',
  tryingAgain: 'Trying again...',
  chooseFile: 'Choose a file',
  chooseFiles: 'Choose files',
  offline: 'You are offline. Nothing you did is lost. We will continue when your network is back.',
  show: (field: string) => `Show ${field}`,
  hide: (field: string) => `Hide ${field}`,
  close: 'Close',
  cancel: 'Cancel',
  rank: 'Rank ',
  points: ' points',
  beingChecked: 'Being checked',
  youAreHere: 'You are here',
  secondsLeft: (seconds: number) => `${formatCount(seconds, 'second')} left`,
  timeLeft: (time: string) => `${time} left`,
  heroArt: 'Three children sit under a baobab tree at moonrise, watching a story about the tortoise and the drum.',
} as const
