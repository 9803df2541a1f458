// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const videosText = {
  videosFailed: 'Failed to load videos.',
  noVideos: 'No videos found for this age category.',
  videoNotFound: 'We could not find this video.',
  videoUploaded: 'Video uploaded successfully!',
  videoUploadFailed: 'Failed to upload video.',
  videoUpdated: 'Video updated successfully!',
  videoUpdateFailed: 'Failed to update video.',
  videoDeleted: 'Video deleted successfully.',
  videoDeleteFailed: 'Failed to delete video.',
  videoDeleteQuestion: 'Are you sure you want to delete this video?',
  videoFileMissing: 'Please select a video file.',
  videoWatched: 'Video marked as watched.',
  watchFailed: 'Failed to update watch status.',
  notPlayable: 'This file is not a playable video.',
  notForBrowsers: 'Browsers cannot play this file. Please use an MP4 file with H.264 video and AAC audio.',
  uploadGone: 'This upload is no longer available. Please choose the file again.',
  uploadConflict: 'This upload is continuing on another device. Please try again.',
  posterChanged: 'Poster changed successfully!',
  noSuchMoment: 'The video is shorter than that.',
  captionsChanged: 'Captions changed successfully!',
  videosOrdered: 'Order changed successfully!',
  processingAgain: 'The video is being prepared again.',
  notCaptions: 'This file is not a captions file. Please use WebVTT (.vtt).',
  processingFailed: 'This video could not be prepared. Please try again.',
  ffmpegMissing:
    'ffmpeg is not installed on this server. Videos play as they were uploaded, without smaller versions for students.',
  titleTaken: 'A video with this title already exists.',
  noSuchTitle: 'No video has this title.',
} as const
