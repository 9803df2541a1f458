import { describe, expect, it } from 'vitest'
import { MessageAnswerForm } from './conversation.ts'
import { SavedAnswerForm } from './endpoints.ts'
import { fillPlaceholders, listPlaceholders } from './placeholders.ts'

const findProblem = (form: typeof MessageAnswerForm | typeof SavedAnswerForm, value: object) =>
  form.safeParse(value).error?.issues.map(({ message }) => message)

describe('placeholders', () => {
  it('are filled wherever they have a value, and stay where they have none', () => {
    const text = 'Dear {first name}, {username}, {first name}: {password link} {other}'
    const values = { 'first name': 'Ada {username}', 'password link': 'https://baobab.example/forgot-password' }
    const filled = fillPlaceholders(text, values)
    expect(filled).toBe(
      'Dear Ada {username}, {username}, Ada {username}: https://baobab.example/forgot-password {other}',
    )
    expect(listPlaceholders(filled)).toEqual(['username'])
  })

  it('that are unknown are not saved, and those that are not filled are not sent', () => {
    const save = (text: string) => findProblem(SavedAnswerForm, { title: 'Login', text })
    expect(save('{first name} {username} {password link} {} {{1}} {a=1}')).toBeUndefined()
    expect(save('{first_name}')).toHaveLength(1)
    expect(save('Dear {name}')).toEqual([
      '{name} is not a placeholder. Use only {first name}, {username}, {password link}.',
    ])
    const answer = (text: string) => findProblem(MessageAnswerForm, { answer: text })
    expect(answer('Write {this} and {that}.')).toBeUndefined()
    expect(answer('Dear {first name}')).toEqual(['Replace {first name}: we cannot fill it in for this message.'])
  })
})
