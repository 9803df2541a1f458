// Success, failure and refusal messages for admins' work on videos, apart from those that students need, which are fewer
// bytes for their pages.

export const videosAdminText = {
  videoFileEmpty: 'This file is empty. Please choose another one.',
  visibilityChanged: 'Saved.',
  publishAtMissing: 'Please choose a date and a time.',
  publishAtPast: 'Please choose a time in the future.',
  sameFile: 'A video with this file exists already.',
  sameFileAs: (title: string) => `“${title}” has the same file.`,
  videoDeleteFailed: 'Failed to delete video.',
  videoDeleteQuestion: 'Are you sure you want to delete this video?',
  videoUpdateFailed: 'Failed to update video.',
  videoUploadFailed: 'Failed to upload video.',
  notForBrowsers: 'Browsers cannot play this file. Please use an MP4 file with H.264 video and AAC audio.',
  titleTaken: 'A video with this title already exists.',
} as const
