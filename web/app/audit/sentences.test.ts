import { auditActions, type AuditLine } from '@baobab/contract/audit/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { describeDetails } from './sentences.ts'

const describeLine = (action: string, details: AuditLine['details'], subject: AuditLine['subject'] = null) =>
  describeDetails({ action, details, subject })

const id = '5b0c8c8e-3f0a-4c54-9d2e-0a4d1c7b9e11'
const samples: readonly [action: string, details: AuditLine['details'], sentence: string][] = [
  ['admin.registered', { role: 'support', invitation: id }, 'As Support.'],
  ['admin.invited', { role: 'support, finance' }, 'As Support and Finance.'],
  ['admin.role_changed', { from: 'content', to: 'support, finance' }, 'From Content to Support and Finance.'],
  ['admin.logged_in', { device: 'Chrome on Windows' }, 'On Chrome on Windows.'],
  ['admin.logged_in', { device: 'Unknown device' }, 'On an unknown device.'],
  ['admin.view_saved', { list: 'audit' }, 'Audit log.'],
  ['student.disqualified', { withReason: true }, ''],
  ['student.held', { reason: 'too-fast' }, 'Reason: Too fast.'],
  ['student.change_proposed', { change: 'held' }, 'Put on hold.'],
  ['student.streak_paused', { from: '2026-12-01', to: '2026-12-05' }, '1 Dec 2026 to 5 Dec 2026.'],
  ['student.merged', { withReason: true, mergedStudentId: id, moved: 3, replaced: 0 }, '3 quizzes moved.'],
  ['payment.refund_noted', { amountKobo: 100_050 }, '₦1,000.50.'],
  ['attempt.reset', { withReason: true, points: 30, studentId: id }, 'The student lost 30 points.'],
  ['bulk.started', { action: 'videos.delete', rows: 3 }, '3 rows.'],
  ['video.visibility_set', { access: 'free', isDraft: false, publishAt: null }, 'Free.'],
  [
    'video.visibility_set',
    { access: 'premium', isDraft: false, publishAt: '2026-09-30T23:05:00.033Z' },
    'For students who paid. Published from 1 October 2026, 12:05 am.',
  ],
  ['video.ordered', { before: null }, 'To the end.'],
  ['video.captions_changed', { removed: false, language: 'ha' }, 'In Hausa.'],
  ['video.captions_changed', { removed: true, language: 'yo' }, 'In Yorùbá. Removed them.'],
  ['video.captions_changed', { removed: false }, ''],
  ['video.ordered', { before: id }, ''],
  ['question.add', { videoId: id, ageCategory: '5-10' }, 'For ages 5-10.'],
  [
    'question.edited',
    { videoId: id, ageCategory: '5-10', correctAnswerBefore: 'Lagos', correctAnswer: 'Kano', momentChanged: true },
    'For ages 5-10. Correct answer: “Lagos” before, “Kano” now. New moment in the video.',
  ],
  [
    'quiz.asked_count_set',
    { ageCategory: '5-10', before: null, askedCount: 5 },
    'For ages 5-10. From all to 5 questions.',
  ],
  ['report.answered', { outcome: 'right', reports: 2, questionId: id }, 'Question is right. 2 reports.'],
  [
    'regrade.agreed',
    { regradeId: id, oldAnswer: 'Lagos', newAnswer: 'Kano', keepsOld: true },
    'From “Lagos” to “Kano”. Both answers count.',
  ],
  ['sheet.imported', { added: 10, updated: 1, skipped: 0 }, '10 questions added. 1 updated.'],
  [
    'notification.sent',
    {
      audience: 'segment',
      student: null,
      ageCategory: null,
      segment: '{"hasNotPaid":true}',
      type: 'announcement',
      method: 'in-app',
      state: 'scheduled',
      publishAt: '2026-12-01T08:00:00.000Z',
    },
    'To: Not paid. Announcement. In the app. Planned for 1 December 2026, 9:00 am.',
  ],
  ['message.organized', { assignee: null, followUpOn: null, isClosed: true }, 'Assigned to nobody. Closed.'],
  ['jobs.retried', { queue: 'watch-clock', job: id, jobs: 1 }, 'Check the system date.'],
  [
    'draw.frozen',
    { month: '2026-11', version: 1, listHash: 'ab'.repeat(32), round: 7, entrants: 40 },
    '40 numbers on the list.',
  ],
  ['draw.struck', { month: '2026-11', attempt: 0, struck: 0 }, ''],
  ['draw.struck', { month: '2026-11', attempt: 0, struck: 2 }, '2 numbers cannot win.'],
  [
    'draw.disqualified',
    { month: '2026-11', attempt: 1, index: 9, reason: 'refused', admins: 2 },
    'Number 10. Reason: the winner did not want the prize. 2 admins decided.',
  ],
  ['prize.paid', { month: '2026-11', attempt: 0, paidOn: '2026-12-07' }, 'Paid on 7 Dec 2026.'],
  [
    'maintenance.planned',
    { startsAt: '2026-12-01T08:00:00.000Z', expectedEndAt: '2026-12-01T08:30:00.000Z' },
    '1 December 2026, 9:00 am to 1 December 2026, 9:30 am.',
  ],
  [
    'export.started',
    {
      what: 'students',
      format: 'csv',
      filter: 'all',
      school: 'GSS Kano',
      searched: true,
      rows: 2,
      columns: 'username',
    },
    'Students as CSV. 2 selected rows. Found by a search. School: GSS Kano. Columns: username.',
  ],
  [
    'audit.exported',
    { action: 'student.held', from: '2026-12-01', by: 'admin' },
    'From 1 Dec 2026. Filtered by admin.',
  ],
]

describe('the details of an audit line', () => {
  it.each(samples)('%s %j is “%s”', (action, details, sentence) => {
    expect(describeLine(action, details)).toBe(sentence)
  })

  it('show amounts of settings in naira, and other settings as they are', () => {
    const of = (_id: string) => ({ _id, kind: 'setting' as const, name: null })
    expect(describeLine('setting.changed', { before: 100_000, after: 150_050 }, of('priceKobo'))).toBe(
      'Before: ₦1,000. Now: ₦1,500.50.',
    )
    expect(describeLine('setting.changed', { before: null, after: 'help@home.example' }, of('supportEmail'))).toBe(
      'Before: nothing. Now: help@home.example.',
    )
  })

  it.each(Object.keys(auditActions))('%s has a sentence, even without details', (action) => {
    expect(describeLine(action, {})).not.toMatch(/undefined|NaN|Invalid|null/)
  })

  it('of an unknown action are named in plain words, without ids and values that say nothing', () => {
    const details = { wasRenamed: true, rowCount: 3, attempt: 0, reason: null, video: id, isDraft: false }
    expect(describeLine('thing.done', { ...details, publishAt: '2026-09-30T23:05:00.033Z', priceKobo: 150_000 })).toBe(
      'Was renamed. Row count: 3. Publish at: 1 October 2026, 12:05 am. Price: ₦1,500.',
    )
  })
})
