let onStage: HTMLMediaElement | undefined

/** One film plays at a time: whoever starts stops the one before. */
export function pauseOtherPlayers(media: HTMLMediaElement): void {
  if (onStage !== media) onStage?.pause()
  onStage = media
}
