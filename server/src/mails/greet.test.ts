import { expect, it } from 'vitest'
import { greet } from './greet.ts'

it.each([
  'Hello Ada,\n\nthe draw is on Friday.',
  'Dear parent,\nthank you.',
  'Hi Ada, the draw is on Friday.',
  'Good morning Ada!\n\nThe draw is on Friday.',
  'good afternoon\n\nThe draw is on Friday.',
  'HELLO!\n\nThe draw is on Friday.',
  'Hey Ọlá – the draw is on Friday.',
  'Welcome to Baobab!\n\nThe draw is on Friday.',
])('adds no second greeting to %j', (text) => {
  expect(greet('Ada', text)).toEqual(text.split('\n\n'))
})

it.each([
  'The draw is on Friday.\n\nHello to your parents, too.',
  'History is a subject.',
  'Higher classes have more questions, and more points.',
  'Dearly missed: your last answer.',
  'Hello is a word that has a quiz of its own in the series for the youngest, and it is free.',
])('greets before %j', (text) => {
  expect(greet('Ada', text)).toEqual(['Hello Ada,', ...text.split('\n\n')])
})
