import type { Rendition } from '@baobab/contract/videos/endpoints.ts'
import { describe, expect, test } from 'vitest'
import { playbackBytes, isQuality, findRendition, findSource } from './quality.ts'

const rendition = (quality: Rendition['quality'], bytes: number): Rendition => ({
  quality,
  height: quality === 'sound' ? null : 240,
  bytes,
  playlistUrl: `/media/t/streams/s/${quality}.m3u8`,
  fileUrl: `/media/t/streams/s/${quality}.mp4`,
})

const saver = rendition('saver', 4_000_000)
const standard = rendition('standard', 11_000_000)
const sharp = rendition('sharp', 28_000_000)
const sound = rendition('sound', 1_500_000)
const video = { sizeBytes: 61_000_000, videoUrl: '/media/t/videos/v.mp4' }

describe('what plays in a quality', () => {
  test('is the rendition of that quality', () => {
    const whole = { renditions: [saver, standard, sharp, sound] }
    expect((['saver', 'standard', 'sharp', 'sound'] as const).map((one) => findRendition(whole, one))).toEqual([
      saver,
      standard,
      sharp,
      sound,
    ])
  })

  test('is the best picture below it if it is missing, never one above', () => {
    expect(findRendition({ renditions: [saver, sharp] }, 'standard')).toBe(saver)
    expect(findRendition({ renditions: [saver, standard] }, 'sharp')).toBe(standard)
    expect(findRendition({ renditions: [saver] }, 'sharp')).toBe(saver)
  })

  test('is the smallest picture if a video has no sound rendition', () => {
    expect(findRendition({ renditions: [saver, sharp] }, 'sound')).toBe(saver)
  })
})

describe('what a play costs', () => {
  test('is the size of the rendition that plays', () => {
    const whole = { ...video, renditions: [saver, standard, sharp, sound] }
    expect([playbackBytes(whole, 'saver'), playbackBytes(whole, 'sharp'), playbackBytes(whole, 'sound')]).toEqual([
      4_000_000, 28_000_000, 1_500_000,
    ])
    expect(playbackBytes({ ...video, renditions: [saver] }, 'sharp')).toBe(4_000_000)
  })

  test('is the size of the file if there is no stream', () => {
    expect(playbackBytes({ ...video, renditions: [] }, 'saver')).toBe(61_000_000)
  })
})

describe('where a video is played from', () => {
  const streamUrl = '/media/t/streams/s/master.m3u8'
  const renditions = [saver, standard, sharp, sound]
  const links = ({ playlistUrl, fileUrl }: Rendition) => ({ playlistUrl, fileUrl })

  test("is the rendition's own playlist and file for Data saver and sound, so that no other can be requested", () => {
    expect(findSource({ ...video, streamUrl, renditions }, 'saver')).toEqual(links(saver))
    expect(findSource({ ...video, streamUrl, renditions }, 'sound')).toEqual(links(sound))
    expect(findSource({ ...video, streamUrl, renditions: [saver] }, 'sharp')).toEqual(links(saver))
  })

  test('is all renditions for the others, so that playback can fall to a lower one on a poor network', () => {
    expect(findSource({ ...video, streamUrl, renditions }, 'standard')).toEqual({
      ...links(standard),
      ladderUrl: streamUrl,
    })
    expect(findSource({ ...video, streamUrl, renditions }, 'sharp')).toEqual({ ...links(sharp), ladderUrl: streamUrl })
    expect(findSource({ ...video, renditions }, 'sharp')).toEqual(links(sharp))
  })

  test('is the uploaded file while there is no stream', () => {
    expect(findSource({ ...video, renditions: [] }, 'saver')).toEqual({ fileUrl: video.videoUrl })
  })

  test('is undefined for a locked video, whose renditions have no links, and before a video is ready', () => {
    const { playlistUrl: _playlist, fileUrl: _file, ...locked } = saver
    expect(findSource({ renditions: [locked] }, 'saver')).toBeUndefined()
    expect(findSource({ renditions: [] }, 'saver')).toBeUndefined()
  })
})

test('only the names of qualities are qualities', () => {
  expect(['saver', 'sound', 'toString', 'best', '', null].map(isQuality)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
