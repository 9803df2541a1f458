// Sentences about downloads.
import { formatMegabytes, formatCount } from '../../ui/format.ts'
import { qualityLabels } from '../quality.ts'
import type { Download } from './download-store.ts'

// Sentences of the card in the settings. In a file of their own, so that the settings do not load the text of downloads.
export const settingsCardText = {
  saved: 'Saved on this phone',
  none: 'No videos are saved on this phone.',
  seeSaved: 'Saved videos',
} as const

export const text = {
  save: 'Save for offline',
  saveLabel: (title: string, details: string) => `Save for offline: ${title}, ${details}`,
  saveInstead: (quality: string) => `Save in ${quality} instead`,
  saved: settingsCardText.saved,
  savedCount: (count: number) => `Saved on this phone (${count})`,
  savedDetails: '{saved} ({quality}, {size}).',
  qualityAndSize: (quality: string, size: string) => `${quality}, ${size}`,
  savedOn: (quality: string, size: string, day: string) => `${quality}, ${size}, saved ${day}`,
  saving: 'Saving on this phone...',
  savingLabel: (title: string) => `Saving ${title}`,
  paused: 'Paused',
  received: (received: number, bytes: number) => `${formatMegabytes(received)} of ${formatMegabytes(bytes)}`,
  waiting: 'No connection. Saving continues when your network is back.',
  failed: 'This video could not be saved. Try again in a moment.',
  /** @param free bytes; undefined if the browser does not report it */
  noSpace: (bytes: number, free: number | undefined) =>
    free === undefined
      ? `This video needs ${formatMegabytes(bytes)}, but this phone is full. Delete a saved video first.`
      : `This video needs ${formatMegabytes(bytes)}, but this phone has only ${formatSpace(free)} left. Delete a saved video first.`,
  pause: 'Pause',
  pauseLabel: (title: string) => `Pause saving: ${title}`,
  resume: 'Resume',
  resumeLabel: (title: string) => `Resume saving: ${title}`,
  stop: 'Stop',
  stopLabel: (title: string) => `Stop saving: ${title}`,
  delete: 'Delete',
  deleteLabel: (title: string) => `Delete from this phone: ${title}`,
  deleteAll: 'Delete all',
  deleteAllQuestion: 'Delete all saved videos?',
  deleteAllEffect: (bytes: number) =>
    `This frees ${formatMegabytes(bytes)} on this phone. You can save the videos again when you are online.`,
  rememberMe: 'To watch it offline after you close the app, log in with "Remember me".',
  lead: 'These videos play without a network and use no data.',
  usage: (count: number, bytes: number, free: number | undefined) =>
    `${formatCount(count, 'video')}, ${formatMegabytes(bytes)}${free === undefined ? '' : `. This phone has ${formatSpace(free)} left for more.`}`,
  none: settingsCardText.none,
  noneHelp: 'Open a video while you have a network, then press "Save for offline".',
  othersLater: 'You will see the other videos again when you are online.',
  notSaved: 'This video is not saved on this phone.',
  tryAgain: 'Try again',
  tryingAgain: 'Trying again...',
  allVideos: 'All Videos',
} as const

export function qualityLabel({ quality }: Pick<Download, 'quality'>): string {
  return quality === null ? 'As uploaded' : qualityLabels[quality].name
}

/** Formats free space. One gigabyte and more is in GB, because thousands of megabytes are hard to read. */
function formatSpace(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : formatMegabytes(bytes)
}
