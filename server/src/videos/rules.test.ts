import { videosAdminText } from '@baobab/contract/videos/text.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkVideoAccess,
  choosePublication,
  initialState,
  isListedAt,
  isPlayableInBrowsers,
  moveBefore,
} from './rules.ts'

describe('who may open a video', () => {
  const student = { kind: 'student' as const }
  const admin = { kind: 'admin' as const }
  it.each([
    ['free', undefined, false, 'open'],
    ['free', student, false, 'open'],
    ['free', admin, false, 'open'],
    ['premium', undefined, false, 'log_in'],
    ['premium', student, false, 'pay'],
    ['premium', student, true, 'open'],
    ['premium', admin, false, 'open'],
  ] as const)('%s for %o, hasPaid %s: %s', (access, user, hasPaid, expected) => {
    expect(checkVideoAccess({ access }, { user, hasPaid })).toBe(expected)
  })
})

describe('when a video is published', () => {
  const now = new Date('2026-11-24T12:00:00Z')
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const draft = { isDraft: true, publishAt: null }
  const scheduled = { isDraft: false, publishAt: at(30) }
  const published = { isDraft: false, publishAt: at(-5) }
  const later = (minutes: number) => ({ publish: 'later' as const, publishAt: at(minutes).toISOString() })
  it.each([
    ['a draft, now', draft, { publish: 'now' }, { isDraft: false, publishAt: now }],
    ['a scheduled video, now', scheduled, { publish: 'now' }, { isDraft: false, publishAt: now }],
    ['a published video, now: it keeps its time', published, { publish: 'now' }, published],
    ['a published video, as a draft', published, { publish: 'draft' }, draft],
    ['a draft, later', draft, later(30), scheduled],
    ['a draft, at a time that passed while the form was open', draft, later(-1), { isDraft: false, publishAt: at(-1) }],
    ['a draft, in the past', draft, later(-2), { refusal: videosAdminText.publishAtPast }],
    ['a draft, at no time', draft, { publish: 'later' }, { refusal: videosAdminText.publishAtMissing }],
    ['a video whose time has passed since, at that time', published, later(-5), published],
    [
      'a published video, at another time in the past',
      published,
      later(-6),
      { refusal: videosAdminText.publishAtPast },
    ],
    [
      'a draft that had a time, at that time',
      { ...draft, publishAt: at(-5) },
      later(-5),
      { refusal: videosAdminText.publishAtPast },
    ],
  ] as const)('%s', (_, before, choice, expected) => {
    expect(choosePublication(choice, { before, now })).toEqual(expected)
  })
})

describe('codecs that every browser can play', () => {
  it.each([
    ['avc1.42e01e', 'mp4a.40.2', true],
    ['avc1.4d401f', null, true],
    ['avc1.64000c', 'mp4a.40.5', true],
    ['avc3.640028', 'mp4a.40.2', true],
    ['avc1.6e0032', 'mp4a.40.2', false],
    ['avc1.f40032', null, false],
    ['hvc1.1.6.L93.B0', 'mp4a.40.2', false],
    ['vp8', 'opus', false],
    ['unknown', 'mp4a.40.2', false],
    ['avc1.64000c', 'ac-3', false],
    ['avc1.64000c', 'unknown', false],
  ])('%s with %s: %s', (videoCodec, audioCodec, plays) => {
    expect(isPlayableInBrowsers({ videoCodec, audioCodec })).toBe(plays)
  })
})

describe('the initial state of a video', () => {
  it.each([
    [true, true, { state: 'processing', failure: null, progress: 0 }],
    [false, true, { state: 'processing', failure: null, progress: 0 }],
    [true, false, { state: 'ready', failure: null, progress: null }],
    [false, false, { state: 'failed', failure: videosAdminText.notForBrowsers, progress: null }],
  ])('playable %s, on a server that can process %s: %o', (isPlayable, canProcess, expected) => {
    expect(initialState({ isPlayable, canProcess })).toEqual(expected)
  })
})

describe('a list with one id moved', () => {
  it('has the same ids, the moved one before the other, and the rest in their order', () => {
    const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 20 })
    const picked = ids.chain((list) =>
      fc.tuple(fc.constant(list), fc.constantFrom(...list), fc.constantFrom(null, ...list)),
    )
    fc.assert(
      fc.property(picked, ([list, id, before]) => {
        const found = moveBefore(list, id, before)
        const isInPlace =
          before === null ? found.at(-1) === id : before === id || found[found.indexOf(before) - 1] === id
        const rest = (all: readonly string[]) => all.filter((other) => other !== id).join('\n')
        return isInPlace && found.length === list.length && rest(found) === rest(list)
      }),
    )
  })
})

it('a video is listed from the moment of its publication on, unless it failed', () => {
  const now = new Date('2026-11-24T12:00:00Z')
  const video = { isDraft: false, publishAt: now, state: 'ready' }
  expect(isListedAt(video, now)).toBe(true)
  expect(isListedAt({ ...video, publishAt: null }, now)).toBe(true)
  expect(isListedAt({ ...video, publishAt: new Date(now.getTime() + 1) }, now)).toBe(false)
  expect(isListedAt({ ...video, isDraft: true }, now)).toBe(false)
  expect(isListedAt({ ...video, state: 'failed' }, now)).toBe(false)
})
