import { describe, expect, it } from 'vitest'
import { followOptions } from './rules.ts'

const question = { options: ['Ada', 'Bola', 'Chidi', 'Dan'], pictures: ['a', 'b', 'c', 'd'] }

describe('the pictures of edited options', () => {
  it('follow their texts into a new order', () => {
    expect(followOptions(question, ['Dan', 'Bola', 'Ada', 'Chidi'])).toEqual(['d', 'b', 'a', 'c'])
  })

  it('follow a text whose case or spaces change', () => {
    expect(followOptions(question, ['ADA', ' Bola ', 'Chidi', 'dan'])).toEqual(question.pictures)
  })

  it('are dropped with a new text', () => {
    expect(followOptions(question, ['Ada', 'Bola', 'Chidi', 'Daniel'])).toBeNull()
  })

  it('stay missing if there were none', () => {
    expect(followOptions({ ...question, pictures: null }, question.options)).toBeNull()
  })
})
