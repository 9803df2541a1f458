// Sentences of the player.

export const text = {
  player: (title: string) => `Player: ${title}`,
  position: (title: string) => `Position in ${title}`,
  positionValue: (position: string, duration: string) => `${position} of ${duration}`,
  play: 'Play',
  pause: 'Pause',
  back: (seconds: number) => `Back ${seconds} seconds`,
  captions: 'Captions',
  captionsLanguage: 'Language of the captions',
  pictureInPicture: 'Picture in picture',
  fullScreen: 'Full screen',
  speed: 'Speed',
  speedValue: (speed: number) => `${speed}×`,
  sound: 'Sound',
  volume: 'Volume',
  volumeValue: (percent: number) => `${percent} per cent`,
  playVideo: (title: string, ...details: string[]) => [`Play ${title}`, ...details].join(', '),
  playAgain: (title: string) => `Play again: ${title}`,
  playsFromPhone: 'Plays from your phone, uses no data',
  playingUses: (size: string) => `Playing this uses ${size}`,
  qualityAndSize: (quality: string, size: string) => `${quality}, ${size}`,
  change: 'Change',
  changeLabel: 'Change how much data videos use',
  broken: 'This video cannot be played. Try again in a moment.',
  tryAgain: 'Try again',
  loading: 'Loading the video...',
  offline: 'You are offline. The video continues when your network is back.',
} as const

/** The keyboard shortcuts listed below the player. */
export const shortcuts: readonly { keys: readonly string[]; action: string }[] = [
  { keys: ['Space', 'k'], action: 'play, pause' },
  { keys: ['←', '→'], action: '5 seconds' },
  { keys: ['m'], action: 'sound' },
  { keys: ['c'], action: 'captions' },
  { keys: ['<', '>'], action: 'speed' },
  { keys: ['f'], action: 'full screen' },
]
