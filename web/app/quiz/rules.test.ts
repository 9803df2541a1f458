import { quizText, reviewTitle, scoreSentence } from '@baobab/contract/quiz-text.ts'
import type { Attempt } from '@baobab/contract/quiz.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PendingAnswer } from './pending-answers.ts'
import type { TrackedAnswer, SendProgress } from './outbox.ts'
import {
  readClock,
  isWithinGrace,
  msLeft,
  optionOfKey,
  pendingCount,
  findStepToResume,
  secondsLeft,
  spokenTime,
  describeProgress,
  toSquares,
  buildSteps,
} from './rules.ts'
import { describeLateAnswers, describeRefusal } from './text.ts'

const times = {
  startedAt: '2026-01-01T10:00:00.000Z',
  deadline: '2026-01-01T10:02:00.000Z',
  serverNow: '2026-01-01T10:00:30.000Z',
}

const attempt: Attempt = {
  _id: 'attempt-1',
  videoTitle: 'The Lantern',
  ageCategory: '11-20',
  ...times,
  questions: ['q1', 'q2', 'q3', 'q4'].map((id) => ({ _id: id, question: `${id}?`, options: ['a', 'b', 'c', 'd'] })),
  answers: [{ triviaId: 'q1', answer: 'a', correct: true }],
}

function tracked(triviaId: string, answer: string, progress: SendProgress, attemptId = attempt._id): TrackedAnswer {
  const entry: PendingAnswer = {
    studentId: 's',
    attemptId,
    videoId: 'v',
    videoTitle: attempt.videoTitle,
    ageCategory: '11-20',
    deadline: attempt.deadline,
    triviaId,
    answer,
  }
  return { entry, progress }
}

describe('the clock', () => {
  test('counts from the middle of the request by the page’s own time', () => {
    const clock = readClock(times, 1_000, 1_400)
    expect(clock.totalSeconds).toBe(120)
    expect(msLeft(clock, 1_200)).toBe(90_000)
    expect(msLeft(clock, 31_200)).toBe(60_000)
  })

  test('shows the second that has begun, and zero only at the deadline', () => {
    const clock = readClock(times, 0, 0)
    expect(secondsLeft(clock, 0)).toBe(90)
    expect(secondsLeft(clock, 1)).toBe(90)
    expect(secondsLeft(clock, 89_999)).toBe(1)
    expect(secondsLeft(clock, 90_000)).toBe(0)
    expect(secondsLeft(clock, 500_000)).toBe(0)
  })

  test('lets a last choice go out for the two seconds of grace and no longer', () => {
    const clock = readClock(times, 0, 0)
    expect(isWithinGrace(clock, 91_999)).toBe(true)
    expect(isWithinGrace(clock, 92_000)).toBe(false)
  })

  test('is off by at most half of the time that the reply took', () => {
    const ms = fc.integer({ min: 0, max: 20_000 })
    fc.assert(
      fc.property(ms, ms, (there, back) => {
        // The server reads its clock `there` after sending; the page hears of it `back` later.
        const clock = readClock(times, 0, there + back)
        expect(Math.abs(msLeft(clock, there) - 90_000)).toBeLessThanOrEqual((there + back) / 2)
      }),
    )
  })

  test('is told in words', () => {
    expect(spokenTime(84)).toBe('1 minute 24 seconds left')
    expect(spokenTime(120)).toBe('2 minutes left')
    expect(spokenTime(61)).toBe('1 minute 1 second left')
    expect(spokenTime(0)).toBe('0 seconds left')
  })
})

describe('what stands for each question', () => {
  test('is the server’s answer where it has one, else what is kept here', () => {
    const steps = buildSteps(attempt, [
      tracked('q2', 'b', { state: 'offline' }),
      tracked('q3', 'c', { state: 'saved', correct: false }),
    ])
    expect(steps.map(({ status }) => status)).toEqual([
      { kind: 'saved', answer: 'a', correct: true },
      { kind: 'pending', answer: 'b', trouble: 'offline' },
      { kind: 'saved', answer: 'c', correct: false },
      { kind: 'open' },
    ])
  })

  test('shows no right or wrong before the server has said it', () => {
    for (const state of ['sending', 'slow', 'offline'] as const) {
      const [, step] = buildSteps(attempt, [tracked('q2', 'b', { state })])
      expect(step?.status).not.toHaveProperty('correct')
    }
  })

  test('keeps the refusal beside the answer of another device', () => {
    const [step] = buildSteps(attempt, [tracked('q1', 'd', { state: 'refused', code: 'already_answered' })])
    expect(step?.status).toEqual({ kind: 'saved', answer: 'a', correct: true })
    expect(step?.refusal).toBe('already_answered')
  })

  test('takes nothing from another attempt', () => {
    const steps = buildSteps(attempt, [tracked('q2', 'b', { state: 'saved', correct: true }, 'attempt-0')])
    expect(steps[1]?.status.kind).toBe('open')
  })

  test('a reload goes on at the first question that has no answer, pending ones counted as answered', () => {
    expect(findStepToResume(buildSteps(attempt, []))).toBe(1)
    expect(findStepToResume(buildSteps(attempt, [tracked('q2', 'b', { state: 'sending' })]))).toBe(2)
    const all = ['q2', 'q3', 'q4'].map((id) => tracked(id, 'b', { state: 'slow' }))
    expect(findStepToResume(buildSteps(attempt, all))).toBe(3)
    expect(findStepToResume([])).toBe(0)
  })

  test('draws one square for each question', () => {
    const steps = buildSteps(attempt, [
      tracked('q2', 'b', { state: 'saved', correct: false }),
      tracked('q3', 'c', { state: 'offline' }),
    ])
    expect(toSquares(steps, 3)).toEqual(['done', 'wrong', 'kept', 'now'])
    expect(describeProgress(steps)).toBe('3 of 4 answered, 1 still to be sent')
    expect(pendingCount(steps)).toBe(1)
  })
})

describe('keys', () => {
  test('1 to 4 and A to D choose, whatever the case; others do not', () => {
    expect(['1', '4', 'a', 'D'].map((key) => optionOfKey(key, 4))).toEqual([0, 3, 0, 3])
    expect(['0', '5', 'e', 'Enter', '', '12', 'ab'].map((key) => optionOfKey(key, 4))).toEqual(Array(7).fill(undefined))
    expect(optionOfKey('4', 3)).toBeUndefined()
  })
})

describe('sentences', () => {
  test('the spec’s own, to the letter', () => {
    expect(scoreSentence({ score: 30, maxScore: 50 })).toBe('You scored 30 out of 50')
    expect(reviewTitle({ title: 'The Lantern', ageCategory: '5-10' })).toBe('Quiz Review for The Lantern (5-10)')
    expect(describeRefusal('already_answered')).toBe(quizText.alreadyAnswered)
    expect(describeRefusal('question_not_found')).toBe('Error submitting answer for this question.')
  })

  test('late answers are counted', () => {
    expect(describeLateAnswers(1)).toBe('1 answer reached us after the quiz had ended and does not count.')
    expect(describeLateAnswers(2)).toBe('2 answers reached us after the quiz had ended and do not count.')
  })
})
