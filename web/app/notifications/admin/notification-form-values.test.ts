import { expect, test } from 'vitest'
import {
  emptyFormValues,
  parseDraft,
  NotificationFormSchema,
  toFormValues,
  type NotificationFormValues,
} from './notification-form-values.ts'

const words = { title: 'The draw', update: 'scholarship', description: 'Answer today.' }
const judge = (changes: Partial<NotificationFormValues>) => {
  const judged = NotificationFormSchema.safeParse({ ...emptyFormValues, ...words, ...changes })
  return judged.success ? judged.data : judged.error.issues.map(({ path, message }) => [path.join('.'), message])
}

test('an empty form wants every field of its kind, and no other', () => {
  const fields = (to: NotificationFormValues['to']) => {
    const judged = NotificationFormSchema.safeParse({ ...emptyFormValues, to, when: 'later' })
    expect(new Set(judged.error?.issues.map(({ message }) => message))).toEqual(new Set(['All fields are required!']))
    return judged.error?.issues.map(({ path }) => path.join('.')).toSorted()
  }
  expect(fields('student')).toEqual(['description', 'publishAt', 'title', 'update', 'username'])
  expect(fields('all')).toEqual(['description', 'publishAt', 'title', 'update'])
  expect(fields('category')).toEqual(['ageCategory', 'description', 'publishAt', 'title', 'update'])
})

test('a time that is over is refused, one that is to come goes out as an instant', () => {
  expect(judge({ to: 'all', when: 'later', publishAt: '2020-01-01T09:00' })).toEqual([
    ['publishAt', 'Please choose a time in the future.'],
  ])
  expect(judge({ to: 'all', when: 'later', publishAt: '2120-01-01T09:00' })).toMatchObject({
    publishAt: '2120-01-01T08:00:00.000Z',
  })
  expect(judge({ to: 'all', publishAt: '2020-01-01T09:00' })).toMatchObject({ publishAt: undefined })
})

test('what was typed for another kind of recipient goes nowhere', () => {
  expect(judge({ to: 'all', username: 'ada01', ageCategory: '5-10' })).toMatchObject({ ageCategory: undefined })
  expect(judge({ to: 'category', ageCategory: '5-10' })).toMatchObject({ ageCategory: '5-10' })
})

test('a message that waits comes back into its fields as it was typed', () => {
  const typed = toFormValues({
    _id: 'x',
    notificationId: 'N-1',
    username: null,
    ageCategory: '5-10',
    state: 'scheduled',
    mailed: 0,
    title: 'The draw',
    update: 'scholarship',
    description: 'Today.',
    method: 'in-app+email',
    date: '2120-01-01T08:00:00.000Z',
  })
  expect(typed).toMatchObject({ to: 'category', ageCategory: '5-10', when: 'later', publishAt: '2120-01-01T09:00' })
})

test('a draft of another time of the product is taken as far as it is good', () => {
  expect(parseDraft({ to: 'nobody', title: 'Kept', when: 'whenever' })).toEqual({ ...emptyFormValues, title: 'Kept' })
})
