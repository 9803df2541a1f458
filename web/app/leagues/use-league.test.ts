import type { LeagueRow } from '@baobab/contract/leagues/endpoints.ts'
import { expect, it } from 'vitest'
import { daysLeft, pointsToRise, positionIn } from './use-league.ts'

const row = (points: number, outcome: LeagueRow['outcome'], isMe = false): LeagueRow => ({
  username: 'student',
  points,
  outcome,
  isMe,
})

it('says how many points take a student past the last one who goes up', () => {
  expect(pointsToRise([row(50, 'rises'), row(40, 'rises'), row(20, 'stays', true)])).toBe(30)
  expect(pointsToRise([row(50, 'rises'), row(50, 'stays', true)])).toBe(10)
  expect(pointsToRise([row(50, 'rises', true), row(50, 'stays')])).toBeUndefined()
  expect(pointsToRise([row(0, 'stays'), row(0, 'stays', true)])).toBeUndefined()
})

it('counts the days of the week that are left, with today', () => {
  const week = { endsAt: '2026-11-29T23:00:00.000Z' }
  const days = ['2026-11-22T23:00:00Z', '2026-11-28T22:59:00Z', '2026-11-28T23:00:00Z', '2026-11-29T23:00:01Z']
  expect(days.map((now) => daysLeft(week, new Date(now)))).toEqual([7, 2, 1, 1])
})

it('finds the student’s position', () => {
  expect(positionIn({ rows: [row(50, 'rises'), row(20, 'stays', true)] })).toBe(2)
  expect(positionIn({ rows: [] })).toBe(0)
})
