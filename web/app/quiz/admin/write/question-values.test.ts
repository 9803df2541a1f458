import { describe, expect, it } from 'vitest'
import { checkQuestion, describeMissing, isEmpty, toValues } from './question-values.ts'

const complete = toValues({
  question: 'Who was kind?',
  options: ['Amina', 'Bola', 'Chidi', 'Danladi'],
  correctAnswer: 'chidi',
  explanation: null,
  momentSeconds: 65,
})
const quiz = { videoTitle: 'The Broken Pot', ageCategory: '5-10' as const }

describe('a question that is typed', () => {
  it('marks the correct option, however it is spelled, and leaves an unknown answer open', () => {
    expect(complete).toMatchObject({ correctAnswer: '2', momentSeconds: '1:05', explanation: '' })
    expect(toValues({ question: 'Who?', options: ['a', 'b', '', ''], correctAnswer: 'z' }).correctAnswer).toBe('')
    expect(toValues({ question: 'Who?', options: ['a', 'b', '', ''], correctAnswer: '' }).correctAnswer).toBe('')
  })

  it('names everything that is missing', () => {
    expect(describeMissing(complete)).toBeUndefined()
    expect(
      describeMissing({ ...complete, question: ' ', options: ['Amina', 'Bola', ' ', ''], correctAnswer: '' }),
    ).toBe('Still missing: the question, option C, option D and the correct answer.')
  })

  it('is empty until something is typed', () => {
    const nothing = { question: ' ', options: ['', '', '', ''], correctAnswer: '', explanation: '', momentSeconds: '' }
    expect(isEmpty(nothing)).toBe(true)
    expect(isEmpty({ ...nothing, momentSeconds: '0:05' })).toBe(false)
    expect(isEmpty({ ...nothing, options: ['', '', '', 'x'] })).toBe(false)
  })

  it('becomes the body that stores it, or says the first problem', () => {
    expect(checkQuestion(complete, quiz)).toEqual({
      body: {
        ...quiz,
        question: 'Who was kind?',
        options: ['Amina', 'Bola', 'Chidi', 'Danladi'],
        correctAnswer: 'Chidi',
        explanation: '',
        momentSeconds: 65,
      },
    })
    expect(checkQuestion({ ...complete, options: ['Amina', 'Bola', 'Chidi', 'amina'] }, quiz)).toEqual({
      problem: 'The four options must be different.',
    })
    expect(checkQuestion({ ...complete, momentSeconds: 'soon' }, quiz)).toEqual({
      problem: 'Write the moment as minutes and seconds, like 0:45.',
    })
  })
})
