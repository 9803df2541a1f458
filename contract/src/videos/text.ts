// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.
import { fileKindNames, type FileKind } from '../kernel/files.ts'
import type { ErrorCodes } from '../kernel/text.ts'
import { captionsNames } from './rules.ts'

const useCaptions = `Please use ${captionsNames}.`

export const videosText = {
  videosFailed: 'Failed to load videos.',
  noVideos: 'No videos found for this age category.',
  videoNotFound: 'We could not find this video.',
  videoFileMissing: 'Please select a video file.',
  captionsFileMissing: 'Please select a captions file.',
  videoWatched: 'Video marked as watched.',
  watchFailed: 'Failed to update watch status.',
  bookmarkAdded: 'Bookmarked.',
  bookmarkRemoved: 'Bookmark removed.',
  bookmarkFailed: 'The bookmark could not be saved. Please try again.',
  tooManyBookmarks: 'You have 500 bookmarks. Remove one before you add another.',
  tooManyValues: 'Choose at most 3 values.',
  notPlayable: 'This file is not a playable video.',
  processingFailed: 'This video could not be processed. Please try again.',
  noSuchTitle: 'No video has this title.',
} as const

// What replies and refusals about videos say. Only the server writes these sentences, so no page loads them.

export const videosReplyText = {
  videoUploaded: 'Video uploaded successfully!',
  videoUpdated: 'Video updated successfully!',
  videoDeleted: 'Video deleted successfully.',
  uploadGone: 'This upload is no longer available. Please choose the file again.',
  uploadConflict: 'This upload is continuing on another device. Please try again.',
  posterChanged: 'Poster changed successfully!',
  noSuchMoment: 'The video is shorter than that.',
  captionsChanged: 'Captions changed successfully!',
  videosOrdered: 'Order changed successfully!',
  processingAgain: 'The video is being processed again.',
  hdrNotConverted:
    'HDR videos look pale, because the ffmpeg of this server does not have the filters zscale and tonemap. Install a complete ffmpeg and process these videos again.',
  ffmpegMissing:
    'ffmpeg is not installed on this server. Videos play as they were uploaded, without smaller versions for students.',
} as const

/** Why a file is refused. Separate from the other replies, because pages load some of those. */
export const videosFileProblems = {
  dolbyVisionOnly:
    'This video is in a kind of Dolby Vision whose colours turn green and purple elsewhere. Turn off Dolby Vision (or HDR) in the camera settings and record again, or export the video from the phone’s gallery without HDR.',
  notCaptions: `This file is not a captions file. ${useCaptions}`,
} as const

const captionsKindNames = {
  ...fileKindNames,
  otherCaptions: 'captions of another kind',
  text: 'a text without the times of captions',
} as const

/** Why a captions file is refused. */
export const captionsProblems = {
  looksLike: (kind: FileKind | 'otherCaptions' | 'text') =>
    `This looks like ${captionsKindNames[kind]}, and we cannot read captions from it. ${useCaptions}`,
  badStart: (line: number) => `Line ${line}: the first caption, or WEBVTT, must come before this text.`,
  noCaptions: 'There are no captions in this file.',
  notUtf8: (line: number) =>
    `Line ${line}: we cannot read a character. Open the file in a text editor, save it as UTF-8 and try again.`,
  lostCharacter: (line: number) =>
    `Line ${line}: a letter was lost and became “\uFFFD”. Type it again, save the file as UTF-8 and try again.`,
  wrongCharacters: (line: number, wrong: string) =>
    `Line ${line}: “${wrong}” looks like letters that another program has changed. Correct them, save the file as UTF-8 and try again.`,
  strangeCharacter: (line: number) => `Line ${line}: there is a hidden character that captions cannot have.`,
  badTimes: (line: number, example: string) => `Line ${line}: we cannot read the times. Write them like ${example}.`,
  negativeTime: (line: number) => `Line ${line}: a caption cannot start or end before the video starts.`,
  badColumns: (line: number) => `Line ${line}: the columns must have Start and End, and Text as the last one.`,
  endsBeforeItStarts: (line: number) => `Line ${line}: this caption must end after it starts.`,
  tooLate: (line: number) => `Line ${line}: this caption is later than 24 hours.`,
} as const

export const seriesText = {
  seriesFailed: 'Failed to load series.',
  seriesNotFound: 'We could not find this series.',
  seriesTitleTaken: 'A series with this title already exists.',
  seriesCreated: 'Series created successfully!',
  seriesUpdated: 'Series updated successfully!',
  seriesSaveFailed: 'Failed to save the series.',
  seriesDeleted: 'Series deleted successfully.',
  seriesDeleteFailed: 'Failed to delete the series.',
  seriesOrdered: 'Order changed successfully!',
} as const

// Success, failure and refusal messages for admins' work on videos.

export const videosAdminText = {
  visibilityChanged: 'Saved.',
  publishAtMissing: 'Please choose a date and a time.',
  publishAtPast: 'Please choose a time in the future.',
  sameFile: 'A video with this file already exists.',
  sameFileAs: (title: string) => `“${title}” has the same file.`,
  videoDeleteFailed: 'Failed to delete video.',
  videoDeleteQuestion: 'Are you sure you want to delete this video?',
  videoUpdateFailed: 'Failed to update video.',
  videoUploadFailed: 'Failed to upload video.',
  notForBrowsers: 'Browsers cannot play this file. Please use an MP4 file with H.264 video and AAC audio.',
  titleTaken: 'A video with this title already exists.',
} as const

export const videosErrors = {
  link_invalid: { status: 403, message: 'This link has expired. Please reload the page.' },
  video_not_found: { status: 404, message: videosText.videoNotFound },
  series_not_found: { status: 404, message: seriesText.seriesNotFound },
  title_taken: { status: 409, message: videosAdminText.titleTaken },
  same_file: { status: 409, message: videosAdminText.sameFile },
  series_title_taken: { status: 409, message: seriesText.seriesTitleTaken },
  too_many_bookmarks: { status: 409, message: videosText.tooManyBookmarks },
  upload_conflict: { status: 409, message: videosReplyText.uploadConflict },
  not_playable: { status: 422, message: videosText.notPlayable },
  not_captions: { status: 422, message: videosFileProblems.notCaptions },
} as const satisfies ErrorCodes
