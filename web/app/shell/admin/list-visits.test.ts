import { expect, it } from 'vitest'
import { findList, mergeAddress } from './list-visits.ts'

const listOf = (address: string) => {
  const { pathname, search } = new URL(address, 'https://own.invalid')
  return findList({ pathname, search })
}

it('a list is recognised by its address, but an item with the same path is not a list', () => {
  expect(listOf('/admin/user-management?search=ada')).toBe('/admin/user-management')
  expect(listOf('/Admin/Payments/')).toBe('/admin/payments')
  expect(listOf('/admin/student?username=ada')).toBeUndefined()
  expect(listOf('/admin/messages?show=unread')).toBe('/admin/messages')
  expect(listOf('/admin/messages?show=unread&message=1')).toBeUndefined()
  expect(listOf('/admin/regrades?video=1&question=2')).toBeUndefined()
  expect(listOf('/student/videos')).toBeUndefined()
})

it('the videos are one list with two addresses, and the quizzes are another', () => {
  for (const address of ['/admin/videos?search=a', '/admin/content-management', '/admin/content-management?tab=videos'])
    expect(listOf(address)).toBe('/admin/videos')
  for (const address of ['/admin/trivias', '/admin/content-management?tab=trivia'])
    expect(listOf(address)).toBe('/admin/trivias')
  expect(listOf('/admin/videos?video=1')).toBeUndefined()
})

it('the way back has the list’s filters, and what the link itself names', () => {
  expect(mergeAddress('/admin/payments', undefined)).toEqual({ pathname: '/admin/payments', search: '' })
  const videos = { pathname: '/admin/content-management', search: '?tab=videos&search=a+b' }
  expect(mergeAddress('/admin/videos', videos)).toEqual(videos)
  const quizzes = { pathname: '/admin/content-management', search: '?tab=trivia' }
  const to = (category: string) => `/admin/content-management?tab=trivia&ageCategory=${category}`
  expect(mergeAddress(to('5-10'), quizzes).search).toBe('?tab=trivia&ageCategory=5-10')
  expect(mergeAddress(to('11-20'), quizzes)).toEqual(quizzes)
  const young = { ...quizzes, search: '?tab=trivia&ageCategory=5-10' }
  expect(mergeAddress(to('11-20'), young).search).toBe('?tab=trivia&ageCategory=11-20')
})
