let playing: HTMLMediaElement | undefined

/** Pauses the video that was playing: only one plays at a time. Called when a video starts. */
export function pauseOtherPlayers(media: HTMLMediaElement): void {
  if (playing !== media) playing?.pause()
  playing = media
}
