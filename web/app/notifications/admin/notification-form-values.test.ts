import { expect, test } from 'vitest'
import {
  emptyFormValues,
  parseDraft,
  NotificationFormSchema,
  toFormValues,
  type NotificationFormValues,
} from './notification-form-values.ts'

const content = { title: 'The draw', update: 'scholarship', description: 'Answer today.' }
const validate = (changes: Partial<NotificationFormValues>) => {
  const result = NotificationFormSchema.safeParse({ ...emptyFormValues, ...content, ...changes })
  return result.success ? result.data : result.error.issues.map(({ path, message }) => [path.join('.'), message])
}

test('an empty form requires only the fields for its kind of recipient', () => {
  const fields = (to: NotificationFormValues['to']) => {
    const result = NotificationFormSchema.safeParse({ ...emptyFormValues, to, when: 'later' })
    expect(new Set(result.error?.issues.map(({ message }) => message))).toEqual(new Set(['All fields are required!']))
    return result.error?.issues.map(({ path }) => path.join('.')).toSorted()
  }
  expect(fields('student')).toEqual(['description', 'publishAt', 'title', 'update', 'username'])
  expect(fields('all')).toEqual(['description', 'publishAt', 'title', 'update'])
  expect(fields('category')).toEqual(['ageCategory', 'description', 'publishAt', 'title', 'update'])
})

test('a past time is rejected, and a future one becomes an instant', () => {
  expect(validate({ to: 'all', when: 'later', publishAt: '2020-01-01T09:00' })).toEqual([
    ['publishAt', 'Please choose a time in the future.'],
  ])
  expect(validate({ to: 'all', when: 'later', publishAt: '2120-01-01T09:00' })).toMatchObject({
    publishAt: '2120-01-01T08:00:00.000Z',
  })
  expect(validate({ to: 'all', publishAt: '2020-01-01T09:00' })).toMatchObject({ publishAt: undefined })
})

test('values for another kind of recipient are not sent', () => {
  expect(validate({ to: 'all', username: 'ada01', ageCategory: '5-10' })).toMatchObject({ ageCategory: undefined })
  expect(validate({ to: 'category', ageCategory: '5-10' })).toMatchObject({ ageCategory: '5-10' })
})

test('a group needs a condition, and only the chosen ones are sent', () => {
  expect(validate({ to: 'segment', ageCategory: '5-10' })).toEqual([
    ['hasNotPaid', 'Please choose at least one condition.'],
  ])
  expect(validate({ to: 'segment', hasNotPaid: 'yes', school: ' Unity ', username: 'ada01' })).toMatchObject({
    ageCategory: undefined,
    segment: { hasNotPaid: true, school: 'Unity' },
  })
  expect(validate({ to: 'all', hasNotPaid: 'yes' })).toMatchObject({ segment: undefined })
})

test('a scheduled notification is turned back into form values', () => {
  const typed = toFormValues({
    _id: 'x',
    notificationId: 'N-1',
    username: null,
    ageCategory: '5-10',
    state: 'scheduled',
    segment: null,
    canTakeBack: false,
    sentBy: 'ama01',
    read: 0,
    mailed: 0,
    mailsFailed: 0,
    pushed: 0,
    title: 'The draw',
    update: 'scholarship',
    description: 'Today.',
    videoId: 'v1',
    method: 'in-app+email',
    date: '2120-01-01T08:00:00.000Z',
  })
  expect(typed).toMatchObject({
    videoId: 'v1',
    to: 'category',
    ageCategory: '5-10',
    when: 'later',
    publishAt: '2120-01-01T09:00',
  })
})

test('the valid values of an older draft are used', () => {
  expect(parseDraft({ to: 'nobody', title: 'Kept', when: 'whenever' })).toEqual({ ...emptyFormValues, title: 'Kept' })
})
