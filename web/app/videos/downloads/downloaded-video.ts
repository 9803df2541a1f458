// A kept film in the shape that pages and player know, with addresses that the service worker answers from the phone.
import type { Quality, Rendition, Video } from '@baobab/contract/videos.ts'
import { storedFileName, downloadedFileUrl } from '../../offline/downloaded-files.ts'
import type { Download, DownloadFiles } from './download-store.ts'

/** What there is to keep of a video: its links by what they are for, and what that costs. */
export type DownloadSource = {
  quality: Quality | null
  bytes: number
  links: { [K in keyof DownloadFiles]?: string } & { film: string }
}

/** The rendition of a video, or the file as it came where it has no stream; undefined where nothing may be kept. */
export function findDownloadSource(video: Video, rendition: Rendition | undefined): DownloadSource | undefined {
  if (video.isLocked) return undefined
  const extras = {
    ...(video.captionsUrl && { captions: video.captionsUrl }),
    ...(video.posterUrl && { poster: video.posterUrl }),
  }
  if (rendition) {
    const { quality, bytes, fileUrl: film, playlistUrl: playlist } = rendition
    return film && playlist ? { quality, bytes, links: { film, playlist, ...extras } } : undefined
  }
  return video.videoUrl
    ? { quality: null, bytes: video.sizeBytes, links: { film: video.videoUrl, ...extras } }
    : undefined
}

/** The names under which the links of an offer are kept. */
export function toFileNames({ links }: DownloadSource): DownloadFiles {
  const film = storedFileName(links.film)
  if (film === undefined) throw new Error(`Not a stored file: ${links.film}`)
  const rest = Object.entries(links).flatMap(([use, link]) => {
    const name = storedFileName(link)
    return use === 'film' || name === undefined ? [] : [[use, name] as const]
  })
  return { film, ...Object.fromEntries(rest) }
}

/** A video without what runs out: its links. */
export function withoutLinks({ videoUrl: _film, streamUrl: _stream, ...video }: Video): Video {
  return { ...video, renditions: [], posterUrl: null, captionsUrl: null }
}

/**
 * The video as it plays from the phone. Its one rendition goes under the name that every other falls back to: whatever
 * quality is chosen on this phone, what is kept plays.
 * @param now what the server says of it today, where there is a network
 */
export function toDownloadedVideo({ video: kept, files, bytes }: Download, now: Video = kept): Video {
  const { streamUrl: _stream, ...video } = now
  const fileUrl = downloadedFileUrl(files.film)
  return {
    ...video,
    sizeBytes: bytes,
    videoUrl: fileUrl,
    renditions: files.playlist
      ? [{ quality: 'saver', height: null, bytes, playlistUrl: downloadedFileUrl(files.playlist), fileUrl }]
      : [],
    posterUrl: files.poster ? downloadedFileUrl(files.poster) : video.posterUrl,
    captionsUrl: files.captions ? downloadedFileUrl(files.captions) : video.captionsUrl,
  }
}

/**
 * Films that may not stay: locked for this student now (a payment was given back), or taken out of the list.
 * @param videos the list as the server has just told it
 */
export function findRevokedDownloads(films: readonly Download[], videos: readonly Video[]): Download[] {
  const open = new Set(videos.filter(({ isLocked }) => !isLocked).map(({ _id }) => _id))
  return films.filter(({ video }) => !open.has(video._id))
}
