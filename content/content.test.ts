import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { VideoValues } from '@baobab/contract/videos/admin.ts'
import { moralValues } from '@baobab/contract/videos/endpoints.ts'
import { parseMoment } from '@baobab/contract/quiz/rules.ts'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import list from './videos.json' with { type: 'json' }

const here = (...parts: string[]) => join(import.meta.dirname, ...parts)
const read = (file: string) => readFileSync(here(file), 'utf8')

/** RFC 4180: fields with commas or quotes are quoted, rows end with CRLF. */
function rowsOf(csv: string): string[][] {
  return csv
    .trimEnd()
    .split('\r\n')
    .map((row) =>
      [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map((m) => (m[1] ?? m[2] ?? '').replaceAll('""', '"')),
    )
}

interface Cue {
  start: number
  end: number
  words: string
}

function cuesOf(vtt: string): Cue[] {
  const seconds = (stamp: string) => stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return [...vtt.matchAll(/^(\d\d:\d\d:\d\d\.\d{3}) --> (\d\d:\d\d:\d\d\.\d{3})\n(.+)$/gm)].map((m) => ({
    start: seconds(m[1] ?? ''),
    end: seconds(m[2] ?? ''),
    words: m[3] ?? '',
  }))
}

async function probe(file: string) {
  const input = new Input({ source: new FilePathSource(here(file)), formats: ALL_FORMATS })
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  return {
    seconds: await input.computeDuration(),
    video: video && {
      codec: await video.getCodec(),
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
    },
    audio: audio && { codec: await audio.getCodec(), channels: await audio.getNumberOfChannels() },
  }
}

describe('the starter videos', () => {
  it('are in order, each about up to three values that start with its own, and together about every value', () => {
    expect(list.map((video) => video.order)).toEqual(list.map((_, i) => i + 1))
    for (const { values } of list) {
      expect(values.length).toBeGreaterThan(0)
      expect(VideoValues.parse(values)).toEqual(values)
    }
    expect(new Set(list.map(({ values }) => values[0])).size).toBe(list.length)
    expect(new Set(list.flatMap(({ values }) => values))).toEqual(new Set(moralValues))
    expect(new Set(list.map((video) => video.title.toLowerCase())).size).toBe(list.length)
  })

  it('are free in two of three, and the free ones alone are about every value', () => {
    const free = list.filter(({ access }) => access === 'free')
    expect(list.every(({ access }) => access === 'free' || access === 'premium')).toBe(true)
    expect(free.length / list.length).toBeCloseTo(2 / 3)
    expect(new Set(free.flatMap(({ values }) => values))).toEqual(new Set(moralValues))
  })

  it.each(list)('$title has a title and a description that an upload would accept', (video) => {
    expect(video.title).toBe(video.title.normalize('NFC').trim())
    expect(video.title.length).toBeGreaterThan(0)
    expect(video.title.length).toBeLessThanOrEqual(120)
    expect(video.description.length).toBeGreaterThan(20)
    expect(video.description.length).toBeLessThanOrEqual(2000)
  })

  it.each(list)('$title is an mp4 of H.264 and AAC, 30 to 90 seconds, under 2 MB', async (video) => {
    expect(statSync(here(video.video)).size).toBeLessThan(2_000_000)
    const found = await probe(video.video)
    expect(found.video).toMatchObject({ codec: 'avc' })
    expect(found.audio).toMatchObject({ codec: 'aac', channels: 2 })
    expect(found.seconds).toBeGreaterThanOrEqual(30)
    expect(found.seconds).toBeLessThanOrEqual(90)
    // The encoder pads the sound.
    expect(Math.abs(found.seconds - video.seconds)).toBeLessThan(0.25)
    expect((found.video?.width ?? 0) / (found.video?.height ?? 1)).toBeCloseTo(16 / 9, 1)
  })

  it.each(list)('$title can start before it has fully loaded: its index comes before its media', (video) => {
    const bytes = readFileSync(here(video.video))
    expect(bytes.indexOf('moov')).toBeGreaterThan(0)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  })

  it.each(list)('$title has captions that tell the story from beginning to end', (video) => {
    const vtt = read(video.captions)
    const cues = cuesOf(vtt)
    expect(vtt.startsWith('WEBVTT\n\n')).toBe(true)
    expect(vtt).toBe(vtt.normalize('NFC'))
    expect(cues.length).toBe(vtt.split('-->').length - 1)
    expect(cues.length).toBeGreaterThanOrEqual(10)
    expect(cues[0]?.start).toBe(0)
    expect(Math.abs((cues.at(-1)?.end ?? 0) - video.seconds)).toBeLessThan(1)
    cues.forEach((cue, i) => {
      expect(cue.end).toBeGreaterThan(cue.start)
      expect(cue.start - (cues[i - 1]?.end ?? 0)).toBeLessThan(0.2)
      expect(cue.start).toBeGreaterThanOrEqual(cues[i - 1]?.end ?? 0)
      // Slow enough for a child who is learning to read: about three words a second.
      expect(cue.words.length / (cue.end - cue.start)).toBeLessThan(17.5)
    })
  })

  it.each(list)('$title has a small poster that loads nothing from the network and has no ids', (video) => {
    const svg = read(video.poster)
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(3072)
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]* viewBox="0 0 320 180"/)
    expect(svg).not.toMatch(/href|url\(|<script|<style|<image|\son\w+=|\sid=/)
  })

  it.each(list)(
    '$title has a stream with two resolutions and sound, whose byte ranges are inside its files',
    (video) => {
      const names = ['240p.m3u8', '240p.mp4', '480p.m3u8', '480p.mp4', 'master.m3u8', 'sound.m3u8', 'sound.mp4']
      expect(readdirSync(here(video.stream)).toSorted()).toEqual(names)
      const master = read(`${video.stream}/master.m3u8`)
      expect(master.match(/^\w+\.m3u8$/gm)).toEqual(['240p.m3u8', '480p.m3u8'])
      expect(master).toMatch(/RESOLUTION=428x240,.*\n.*\n.*RESOLUTION=854x480,/)
      for (const name of ['240p', '480p', 'sound']) {
        const playlist = read(`${video.stream}/${name}.m3u8`)
        const parts = [...playlist.matchAll(/#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)\n/g)]
        const end = Math.max(...parts.map(([, , bytes, start]) => Number(bytes) + Number(start)))
        expect(end).toBeLessThanOrEqual(statSync(here(video.stream, `${name}.mp4`)).size)
        const seconds = parts.reduce((sum, [, length]) => sum + Number(length), 0)
        expect(Math.abs(seconds - video.seconds)).toBeLessThan(1)
      }
    },
  )

  it.each(list)('$title needs less than 100 kbit/s for the picture in Data saver', async (video) => {
    const input = new Input({ source: new FilePathSource(here(video.stream, '240p.mp4')), formats: ALL_FORMATS })
    const picture = await input.getPrimaryVideoTrack()
    expect((await picture?.computePacketStats())?.averageBitrate).toBeLessThan(100_000)
  })

  it('total less than 30 MB, including all their streams', () => {
    const files = readdirSync(here(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
    expect(bytes).toBeLessThan(30_000_000)
  })
})

describe('the starter trivia', () => {
  const [head, ...rows] = rowsOf(read('trivia.csv'))
  const questions = rows.map((row) => ({
    title: row[0] ?? '',
    question: row[1] ?? '',
    options: row.slice(2, 6),
    correct: row[6] ?? '',
    age: row[7] ?? '',
    explanation: row[8] ?? '',
    moment: row[9] ?? '',
    width: row.length,
  }))

  it('has the spreadsheet’s columns', () => {
    expect(head).toEqual([
      'videoTitle',
      'question',
      'option1',
      'option2',
      'option3',
      'option4',
      'correctAnswer',
      'ageCategory',
      'explanation',
      'moment',
    ])
    expect(questions.every((row) => row.width === 10)).toBe(true)
  })

  it.each(list)('has a pool of ten questions for each age category about $title', (video) => {
    for (const age of ['5-10', '11-20']) {
      expect(questions.filter((row) => row.title === video.title && row.age === age)).toHaveLength(10)
    }
  })

  it('contains only rows that the import accepts', () => {
    expect(questions).toHaveLength(list.length * 20)
    expect(new Set(questions.map((row) => row.title + row.question)).size).toBe(questions.length)
    for (const row of questions) {
      expect(row.question.length).toBeGreaterThan(0)
      expect(row.question.length).toBeLessThanOrEqual(500)
      expect(new Set(row.options.map((option) => option.trim().toLowerCase())).size).toBe(4)
      expect(row.options.every((option) => option.length > 0 && option.length <= 200)).toBe(true)
      expect(row.options).toContain(row.correct)
    }
  })

  it('can be read in time: options of at most 6 words for children and 10 for others, short questions', () => {
    const words = (text: string) => text.split(' ').length
    const tooLong = questions.filter(({ age, question, options }) => {
      const [mostInOption, mostInQuestion] = age === '5-10' ? [6, 10] : [10, 15]
      return words(question) > mostInQuestion || options.some((option) => words(option) > mostInOption)
    })
    expect(tooLong).toEqual([])
  })

  it.each(list)('explains every answer about $title, and says where it is shown', ({ title, seconds }) => {
    for (const row of questions.filter((one) => one.title === title)) {
      expect(row.explanation.length).toBeGreaterThan(20)
      expect(row.explanation.length).toBeLessThanOrEqual(300)
      const moment = parseMoment(row.moment)
      // A video starts with its title, and ends with what it teaches.
      expect(moment).toBeGreaterThanOrEqual(3)
      expect(moment).toBeLessThan(seconds)
    }
    expect(new Set(questions.map(({ explanation }) => explanation)).size).toBe(questions.length)
  })

  it('does not reveal the correct answer by its position or length', () => {
    const quarter = questions.length / 4
    const places = [0, 1, 2, 3].map((place) => questions.filter((row) => row.options[place] === row.correct).length)
    expect(Math.min(...places)).toBeGreaterThanOrEqual(quarter * 0.9)
    const stands = (isBeyond: (wrong: number, right: number) => boolean) =>
      questions.filter(({ options, correct }) =>
        options.every((option) => option === correct || isBeyond(option.length, correct.length)),
      )
    expect(stands((wrong, right) => wrong < right).length).toBeLessThanOrEqual(quarter)
    expect(stands((wrong, right) => wrong > right).length).toBeLessThanOrEqual(quarter)
  })
})
