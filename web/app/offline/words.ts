// Our own sentences about films on the phone.
import { megabytes } from '../ui/format.ts'
import { qualityWords } from '../videos/quality.ts'
import type { KeptFilm } from './kept-films.ts'

export const words = {
  save: 'Save for offline',
  saved: 'Saved on this phone',
  waiting: 'No connection. It goes on when your network is back.',
  failed: 'This video could not be saved. Try again in a moment.',
  playsFromPhone: 'It plays from your phone and uses no data.',
  logInAgain: 'To open it after you close the app without a network, log in with "Remember me".',
  listHelp: 'These videos play without a network and use no data.',
  noneSaved: 'No videos are saved on this phone.',
  noneHelp: 'Open a video while you have a network, then press "Save for offline".',
  restLater: 'The other videos are here again when your network is back.',
  notSaved: 'This video is not saved on this phone.',
} as const

export function qualityName({ quality }: Pick<KeptFilm, 'quality'>): string {
  return quality === null ? 'As uploaded' : qualityWords[quality].name
}

/** What a phone has left: nobody counts thousands of megabytes. */
export function roomName(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : megabytes(bytes)
}

/** 'It needs 12 MB, and this phone has 3 MB left for it.' */
export function noRoomSentence(bytes: number, left: number | undefined): string {
  const has = left === undefined ? 'less than that' : roomName(left)
  return `It needs ${megabytes(bytes)}, and this phone has ${has} left for it. Delete a saved video first.`
}

export function receivedSentence(received: number, bytes: number): string {
  return `${megabytes(received)} of ${megabytes(bytes)}`
}
