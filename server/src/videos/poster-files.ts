// The files of a video's poster: the whole picture, smaller ones for cards and rows, and one for links in chats. Defines
// their names. Pure.
import { extname } from 'node:path'
import { posterWidths } from '@baobab/contract/videos/rules.ts'

/** A drawing is not stored in smaller sizes: it weighs less than any of them. */
export type PosterType = '.webp' | '.svg'

/** The name of the whole picture, without its extension. */
const WHOLE = 'full'
const SHARED = 'share.jpg'

/** Returns the key of a new poster, which is the key of its whole picture. `id` is a new UUID. */
export function toPosterKey(id: string, type: PosterType): string {
  return `posters/${id}/${WHOLE}${type}`
}

const folderOf = (poster: string) => poster.slice(0, poster.lastIndexOf('/'))

/** Whether a poster is one picture without a folder, as all once were. The job `store-poster` turns it into a folder. */
const isSinglePicture = (poster: string) => folderOf(poster) === 'posters'

/** Returns the keys of a poster's smaller pictures by their widths in pixels. */
export function smallPosterKeys(poster: string): Map<number, string> {
  const isDrawing = extname(poster) === '.svg'
  const widths = isDrawing || isSinglePicture(poster) ? [] : posterWidths
  return new Map(widths.map((width) => [width, `${folderOf(poster)}/${width}.webp`]))
}

/** Returns the key of the picture for links in chats; undefined while the poster is a single picture. */
export function sharedPosterKey(poster: string): string | undefined {
  return isSinglePicture(poster) ? undefined : `${folderOf(poster)}/${SHARED}`
}

/** Returns the keys of all files of a poster. */
export function listPosterKeys(poster: string): string[] {
  const shared = sharedPosterKey(poster)
  return [poster, ...smallPosterKeys(poster).values(), ...(shared === undefined ? [] : [shared])]
}
