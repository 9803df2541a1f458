// Our own sentences about films on the phone.
import { formatMegabytes } from '../../ui/format.ts'
import { qualityLabels } from '../quality.ts'
import type { Download } from './download-store.ts'

export const downloadsText = {
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

export function qualityName({ quality }: Pick<Download, 'quality'>): string {
  return quality === null ? 'As uploaded' : qualityLabels[quality].name
}

/** What a phone has left: nobody counts thousands of megabytes. */
export function formatSpace(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : formatMegabytes(bytes)
}

/** 'It needs 12 MB, and this phone has 3 MB left for it.' */
export function noRoomSentence(bytes: number, left: number | undefined): string {
  const has = left === undefined ? 'less than that' : formatSpace(left)
  return `It needs ${formatMegabytes(bytes)}, and this phone has ${has} left for it. Delete a saved video first.`
}

export function receivedSentence(received: number, bytes: number): string {
  return `${formatMegabytes(received)} of ${formatMegabytes(bytes)}`
}
