import { expect, test } from 'vitest'
import { splitParagraphs, captionsToParagraphs } from './transcript.ts'

const captions = `WEBVTT

NOTE made by hand

1
00:00:00.000 --> 00:00:03.000 line:80%
<v Narrator>Ehoro had the <i>finest</i> drum.

00:03.200 --> 00:06.000
“Lend it to me,”
said Ìjàpá &amp; bowed.

00:00:09.000 --> 00:00:11.000
Ehoro said yes.
`

test('captions become paragraphs without numbers, times, notes and tags; a pause begins a new one', () => {
  expect(captionsToParagraphs(captions)).toEqual([
    'Ehoro had the finest drum. “Lend it to me,” said Ìjàpá & bowed.',
    'Ehoro said yes.',
  ])
})

test('a first caption that repeats the title is left out; the same words later are not', () => {
  const withTitle =
    'WEBVTT\n\n00:00.000 --> 00:03.000\nThe Last Seat\n\n00:03.100 --> 00:05.000\nRain fell.\n\n00:09.000 --> 00:10.000\nThe last seat'
  expect(captionsToParagraphs(withTitle, 'The Last Seat')).toEqual(['Rain fell.', 'The last seat'])
  expect(captionsToParagraphs(withTitle, 'Another')).toEqual(['The Last Seat Rain fell.', 'The last seat'])
})

test('a byte order mark and Windows line endings make no difference', () => {
  expect(captionsToParagraphs(`\uFEFF${captions.replaceAll('\n', '\r\n')}`)).toEqual(captionsToParagraphs(captions))
})

test('without pauses a paragraph still ends after a few captions', () => {
  const cues = Array.from({ length: 9 }, (_, at) => `00:0${at}.000 --> 00:0${at}.900\nLine ${at}.`)
  expect(
    captionsToParagraphs(['WEBVTT', ...cues].join('\n\n')).map((paragraph) => paragraph.split('.').length - 1),
  ).toEqual([4, 4, 1])
})

test('a file that is not WebVTT has no paragraphs', () => {
  expect(captionsToParagraphs('<!doctype html><p>Not found</p>')).toEqual([])
  expect(captionsToParagraphs('')).toEqual([])
})

test('a transcript is split at its empty lines; an empty one has no paragraphs', () => {
  expect(splitParagraphs('Once there was\na drum.\n\n \n  It was borrowed. \n')).toEqual([
    'Once there was\na drum.',
    'It was borrowed.',
  ])
  expect(splitParagraphs(' \n')).toEqual([])
})
