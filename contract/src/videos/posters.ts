// The sizes of a video's poster. A poster is a folder of files, whose links differ in nothing but the file's name.

/** The widths in pixels in which a poster is stored besides its whole picture: rows of a list, and cards, at 2x. */
export const posterWidths = [320, 640] as const

/** The longer side of a whole poster in pixels: the player on a laptop. */
export const POSTER_SIDE = 1_280

const wholePicture = /\/full\.webp$/

/**
 * Returns the link of a poster's picture of a width, else the whole picture: drawings and pictures on the device have no
 * other size.
 */
export function posterOfWidth(posterUrl: string, width: (typeof posterWidths)[number]): string {
  return posterUrl.replace(wholePicture, `/${width}.webp`)
}

/**
 * Returns the `srcset` of a poster; undefined if it has one size only.
 * @param widest 'card' if it is never shown wider than a card, so that no phone loads the whole picture
 */
export function posterSrcSet(posterUrl: string, widest: 'card' | 'player'): string | undefined {
  if (!wholePicture.test(posterUrl)) return undefined
  const small = posterWidths.map((width) => `${posterOfWidth(posterUrl, width)} ${width}w`)
  return [...small, ...(widest === 'player' ? [`${posterUrl} ${POSTER_SIDE}w`] : [])].join(', ')
}

/** Whether a poster has a picture for links in chats, at the address `/og/<video's _id>.jpg`. */
export function isShared(posterUrl: string): boolean {
  return /\/full\.(webp|svg)$/.test(posterUrl)
}
