import { bulkAudience, type BulkRun } from '@baobab/contract/bulk/endpoints.ts'
import { expect, it } from 'vitest'
import { describeDone } from './outcomes.ts'

const describeRun = (run: Partial<BulkRun>) =>
  describeDone({ action: 'videos.visibility', choice: null, done: 3, isUndo: false, ...run } as BulkRun)

it.each<[Partial<BulkRun>, string]>([
  [{ choice: 'draft' }, '3 videos are now drafts.'],
  [{ choice: 'draft', done: 1 }, '1 video is now a draft.'],
  [{ choice: 'now' }, '3 videos are now public.'],
  [{ choice: 'another' }, 'Access to 3 videos changed.'],
  [{ isUndo: true }, 'Undone: 3 videos are as before.'],
  [{ action: 'students.hold', done: 1 }, '1 student is now on hold.'],
  [{ action: 'students.extra-time', isUndo: true }, 'Undone: 3 students have the earlier quiz time again.'],
  [{ action: 'messages.mark', done: 0 }, 'Nothing changed.'],
  [{ action: 'things.do' }, '3 rows changed.'],
  [{ action: 'things.do', isUndo: true }, 'Undone: 3 rows.'],
])('%j: %s', (run, sentence) => expect(describeRun(run)).toBe(sentence))

it.each(Object.keys(bulkAudience))('%s says what it has done', (action) => {
  expect(describeRun({ action })).toMatch(/3 /)
  expect(describeRun({ action })).not.toContain('rows')
})
