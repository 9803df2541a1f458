import type { Rendition } from '@baobab/contract/videos.ts'
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
const film = { sizeBytes: 61_000_000, videoUrl: '/media/t/videos/v.mp4' }

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

  test('is the best picture below it where it is not there, never one above', () => {
    expect(findRendition({ renditions: [saver, sharp] }, 'standard')).toBe(saver)
    expect(findRendition({ renditions: [saver, standard] }, 'sharp')).toBe(standard)
    expect(findRendition({ renditions: [saver] }, 'sharp')).toBe(saver)
  })

  test('is the smallest picture where a film has no sound to listen to', () => {
    expect(findRendition({ renditions: [saver, sharp] }, 'sound')).toBe(saver)
  })
})

describe('what a play costs', () => {
  test('is the size of the rendition that plays', () => {
    const whole = { ...film, renditions: [saver, standard, sharp, sound] }
    expect([playbackBytes(whole, 'saver'), playbackBytes(whole, 'sharp'), playbackBytes(whole, 'sound')]).toEqual([
      4_000_000, 28_000_000, 1_500_000,
    ])
    expect(playbackBytes({ ...film, renditions: [saver] }, 'sharp')).toBe(4_000_000)
  })

  test('is the size of the file where there is no stream', () => {
    expect(playbackBytes({ ...film, renditions: [] }, 'saver')).toBe(61_000_000)
  })
})

describe('where a film is played from', () => {
  const streamUrl = '/media/t/streams/s/master.m3u8'
  const renditions = [saver, standard, sharp, sound]
  const own = ({ playlistUrl, fileUrl }: Rendition) => ({ playlistUrl, fileUrl })

  test("is the rung's own playlist and file for Data saver and sound, so that no other rung can be asked for", () => {
    expect(findSource({ ...film, streamUrl, renditions }, 'saver')).toEqual(own(saver))
    expect(findSource({ ...film, streamUrl, renditions }, 'sound')).toEqual(own(sound))
    expect(findSource({ ...film, streamUrl, renditions: [saver] }, 'sharp')).toEqual(own(saver))
  })

  test('is all rungs up to its own for the others, so that a poor network does not stop them', () => {
    expect(findSource({ ...film, streamUrl, renditions }, 'standard')).toEqual({
      ...own(standard),
      ladderUrl: streamUrl,
    })
    expect(findSource({ ...film, streamUrl, renditions }, 'sharp')).toEqual({ ...own(sharp), ladderUrl: streamUrl })
    expect(findSource({ ...film, renditions }, 'sharp')).toEqual(own(sharp))
  })

  test('is the file as it came while there is no stream', () => {
    expect(findSource({ ...film, renditions: [] }, 'saver')).toEqual({ fileUrl: film.videoUrl })
  })

  test('is nowhere for a locked film, whose renditions carry no links, nor before a film is ready', () => {
    const { playlistUrl: _playlist, fileUrl: _file, ...locked } = saver
    expect(findSource({ renditions: [locked] }, 'saver')).toBeUndefined()
    expect(findSource({ renditions: [] }, 'saver')).toBeUndefined()
  })
})

test('a kept word that is no quality is none', () => {
  expect(['saver', 'sound', 'toString', 'best', '', null].map(isQuality)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
