import { describe, expect, it } from 'vitest'
import { listCategoriesWithoutQuiz, listChecklist } from './checklist.ts'

const bare = {
  state: 'processing' as const,
  description: ' ',
  posterUrl: null,
  captionsUrl: null,
  poolCounts: { '5-10': 0, '11-20': 0 },
}
const complete = {
  state: 'ready' as const,
  description: 'A pot breaks.',
  posterUrl: '/poster',
  captionsUrl: '/captions',
  poolCounts: { '5-10': 1, '11-20': 10 },
}

describe('the checklist of a video', () => {
  it('asks for the file, texts, pictures and the questions of both age categories', () => {
    expect(listChecklist(bare).map(({ kind, isDone }) => [kind, isDone])).toEqual([
      ['file', false],
      ['description', false],
      ['poster', false],
      ['captions', false],
      ['questions', false],
      ['questions', false],
    ])
    expect(listChecklist(complete).every(({ isDone }) => isDone)).toBe(true)
    expect(listChecklist({ ...complete, state: 'failed' })[0]).toEqual({ kind: 'file', isDone: false })
  })

  it('has captions with one language, and names all that there are', () => {
    const findCaptions = (video: Parameters<typeof listChecklist>[0]) =>
      listChecklist(video).find(({ kind }) => kind === 'captions')
    const hausa = { language: 'ha' as const, url: '/ha' }
    expect(findCaptions(bare)).toMatchObject({ isDone: false, languages: [] })
    expect(findCaptions({ ...bare, otherCaptions: [hausa] })).toMatchObject({ isDone: true, languages: ['ha'] })
    expect(findCaptions({ ...complete, otherCaptions: [hausa] })).toMatchObject({ languages: ['en', 'ha'] })
  })

  it('names the age categories without a quiz', () => {
    expect(listCategoriesWithoutQuiz(bare)).toEqual(['5-10', '11-20'])
    expect(listCategoriesWithoutQuiz({ ...complete, poolCounts: { '5-10': 0, '11-20': 3 } })).toEqual(['5-10'])
    expect(listCategoriesWithoutQuiz(complete)).toEqual([])
  })
})
