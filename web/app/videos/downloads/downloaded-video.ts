// Represents a download as a video whose URLs are served from the phone by the service worker.
import { languages } from '@baobab/contract/kernel/languages.ts'
import { posterOfWidth } from '@baobab/contract/videos/rules.ts'
import type { Rendition, Video, Quality } from '@baobab/contract/videos/endpoints.ts'
import { downloadedFileUrl, storedFileName } from '../../offline/downloaded-files.ts'
import type { Download, DownloadFiles } from './download-store.ts'

/** What a download of a video consists of: the links of its files, and their size. */
export type DownloadSource = {
  quality: Quality | null
  bytes: number
  links: { [Use in keyof DownloadFiles]?: string } & { video: string }
}

/**
 * Returns the links of a rendition, or of the uploaded file if the video has no stream; undefined if nothing may be
 * downloaded.
 */
export function findDownloadSource(video: Video, rendition: Rendition | undefined): DownloadSource | undefined {
  if (video.isLocked) return undefined
  const smallFiles = {
    ...(video.captionsUrl && { captions: video.captionsUrl }),
    ...Object.fromEntries((video.otherCaptions ?? []).map(({ language, url }) => [`captions_${language}`, url])),
    // The size of a card; the player on the phone is no wider.
    ...(video.posterUrl && { poster: posterOfWidth(video.posterUrl, 640) }),
  }
  if (rendition) {
    const { quality, bytes, fileUrl, playlistUrl: playlist } = rendition
    return fileUrl && playlist ? { quality, bytes, links: { video: fileUrl, playlist, ...smallFiles } } : undefined
  }
  return video.videoUrl
    ? { quality: null, bytes: video.sizeBytes, links: { video: video.videoUrl, ...smallFiles } }
    : undefined
}

/** Returns the names under which the files of a source are stored. */
export function toFileNames({ links }: DownloadSource): DownloadFiles {
  const video = storedFileName(links.video)
  if (video === undefined) throw new Error(`Not a stored file: ${links.video}`)
  const smallFiles = Object.entries(links).flatMap(([use, link]) => {
    const name = storedFileName(link)
    return use === 'video' || name === undefined ? [] : [[use, name] as const]
  })
  return { video, ...Object.fromEntries(smallFiles) }
}

/** Returns a video without its links, which expire. */
export function withoutLinks({
  videoUrl: _video,
  streamUrl: _stream,
  otherCaptions: _captions,
  ...video
}: Video): Video {
  return { ...video, renditions: [], posterUrl: null, captionsUrl: null }
}

/**
 * Returns the video as it plays from the phone. Its single rendition has the quality that all other qualities fall
 * back to, so that the download plays whichever quality is chosen.
 * @param current the video in the server's current list, if there is a network
 */
export function toDownloadedVideo({ video: stored, files, bytes }: Download, current: Video = stored): Video {
  const { streamUrl: _stream, ...video } = current
  const fileUrl = downloadedFileUrl(files.video)
  return {
    ...video,
    sizeBytes: bytes,
    videoUrl: fileUrl,
    renditions: files.playlist
      ? [{ quality: 'saver', height: null, bytes, playlistUrl: downloadedFileUrl(files.playlist), fileUrl }]
      : [],
    posterUrl: files.poster ? downloadedFileUrl(files.poster) : video.posterUrl,
    captionsUrl: files.captions ? downloadedFileUrl(files.captions) : video.captionsUrl,
    otherCaptions: findOtherCaptions(files, video),
  }
}

/** Returns the captions in languages other than English. Older downloads lack these files, so they need a network. */
function findOtherCaptions(files: DownloadFiles, { otherCaptions = [] }: Video): NonNullable<Video['otherCaptions']> {
  return languages.flatMap((language) => {
    const name = language === 'en' ? undefined : files[`captions_${language}`]
    if (name !== undefined) return [{ language, url: downloadedFileUrl(name) }]
    return otherCaptions.filter((one) => one.language === language)
  })
}

/**
 * Returns the downloads that a student may no longer have, because the video is now locked (after a refund) or deleted.
 * @param videos the list that the server has just sent
 */
export function findRevokedDownloads(downloads: readonly Download[], videos: readonly Video[]): Download[] {
  const openIds = new Set(videos.filter(({ isLocked }) => !isLocked).map(({ _id }) => _id))
  return downloads.filter(({ video }) => !openIds.has(video._id))
}
