// Limits that server and browser share, and pure rules.

/** The maximum length of the title of a video, a series or a notification. */
export const TITLE_MAX = 120
/** The maximum number of moral values of one video. */
export const VIDEO_VALUES_MAX = 3
/** The maximum number of videos that a student can bookmark. */
export const BOOKMARKS_MAX = 500
/** The number of videos on a page of a list. */
export const VIDEOS_PER_PAGE = 24
export const DESCRIPTION_MAX = 2_000
/** The maximum size of a video file in bytes: 500 MiB. */
export const VIDEO_BYTES = 500 * 1_048_576
/**
 * The maximum length of a video in seconds. A file of a few bytes can claim a duration of days, all of which would be
 * encoded.
 */
export const VIDEO_SECONDS = 4 * 3_600
/** Faster playback does not count as played. */
export const PLAYED_SPEED_MAX = 2
/** The maximum number of ranges of seconds in one report of what was played. */
export const PLAYED_RANGES_MAX = 100

/** Returns how many different seconds of a video must be played before it counts for badges and certificates: 90 %. */
export function secondsNeeded(durationSeconds: number): number {
  return Math.max(1, Math.floor(durationSeconds * 0.9))
}

/** The maximum size of an uploaded captions file and of an uploaded poster, in bytes. */
export const CAPTIONS_BYTES = 512 * 1_024
export const POSTER_BYTES = 5 * 1_048_576
/** What the file pickers offer for a video. A replacement is usually an MP4 from an editor, but may be of any kind. */
export const videoAccept = { new: 'video/*,.mkv', replacement: 'video/mp4,.mp4' } as const
/** The extensions of captions files that the server can read. It decides by their content. */
export const captionsExtensions = ['.vtt', '.srt', '.sbv', '.ass', '.ssa'] as const
/** These extensions as part of a sentence: '.vtt, .srt or .ass'. */
export const captionsNames = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(captionsExtensions)
/** The maximum length of a transcript in characters. */
export const TRANSCRIPT_MAX = 20_000

// Kinds of video files that phones and browsers cannot play, and what to do about them. The browser detects the kind by
// the file's name, the server by the first bytes of the file.

const names = {
  avi: 'an AVI',
  wmv: 'a Windows Media',
  flv: 'a Flash',
  mpeg: 'an MPEG',
  ogg: 'an Ogg',
  real: 'a RealMedia',
} as const
export type UnsupportedKind = keyof typeof names

const byExtension: Readonly<Record<string, UnsupportedKind>> = {
  avi: 'avi',
  divx: 'avi',
  wmv: 'wmv',
  asf: 'wmv',
  flv: 'flv',
  f4v: 'flv',
  mpg: 'mpeg',
  mpeg: 'mpeg',
  vob: 'mpeg',
  mts: 'mpeg',
  m2ts: 'mpeg',
  ts: 'mpeg',
  ogv: 'ogg',
  ogg: 'ogg',
  rm: 'real',
  rmvb: 'real',
}

/** Returns the unsupported kind of a file by its extension; undefined for any other name. */
export function unsupportedKindOfName(name: string): UnsupportedKind | undefined {
  return byExtension[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '']
}

/** Returns why a file of this kind is refused, and what to do. */
export function explainUnsupportedKind(kind: UnsupportedKind): string {
  return `This is ${names[kind]} file, which phones cannot play. Please use MP4, MOV, WebM or MKV. To convert it, open it in HandBrake (free, handbrake.fr), choose the format MP4, and press Start.`
}

// The sizes of a video's poster. A poster is a folder of files, whose links differ only in the file's name.

/** The widths in pixels in which a poster is stored besides its whole picture: rows of a list, and cards, at 2x. */
export const posterWidths = [320, 640] as const

/** The longer side of a whole poster in pixels: the player on a laptop. */
export const POSTER_SIDE = 1_280

const wholePicture = /\/full\.webp$/

/**
 * Returns the link to a poster's picture of a width, or to the whole picture if there is none: drawings and pictures on
 * the device have only one size.
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
