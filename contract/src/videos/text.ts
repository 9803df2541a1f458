// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const videosText = {
  videosFailed: 'Failed to load videos.',
  noVideos: 'No videos found for this age category.',
  videoNotFound: 'We could not find this video.',
  videoFileMissing: 'Please select a video file.',
  videoWatched: 'Video marked as watched.',
  watchFailed: 'Failed to update watch status.',
  bookmarkAdded: 'Bookmarked.',
  bookmarkRemoved: 'Bookmark removed.',
  bookmarkFailed: 'The bookmark could not be saved. Please try again.',
  tooManyBookmarks: 'You have 500 bookmarks. Remove one before you add another.',
  tooManyValues: 'Choose at most 3 values.',
  notPlayable: 'This file is not a playable video.',
  notCaptions: 'This file is not a captions file. Please use WebVTT (.vtt).',
  processingFailed: 'This video could not be processed. Please try again.',
  noSuchTitle: 'No video has this title.',
} as const
