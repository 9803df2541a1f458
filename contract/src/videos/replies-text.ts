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
  ffmpegMissing:
    'ffmpeg is not installed on this server. Videos play as they were uploaded, without smaller versions for students.',
} as const
