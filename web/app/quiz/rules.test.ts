import { quizText, reviewTitle, scoreSentence } from '@baobab/contract/quiz/text.ts'
import type { Attempt } from '@baobab/contract/quiz/endpoints.ts'
import { describe, expect, test } from 'vitest'
import type { PendingAnswer } from './pending-answers.ts'
import type { SendProgress, TrackedAnswer } from './outbox.ts'
import {
  countTotalSeconds,
  isWithinGrace,
  parseOptionKey,
  countPending,
  findStepToResume,
  secondsLeft,
  toSquares,
  buildSteps,
} from './rules.ts'
import { describeEnd, describeProgress, describeRefusal, text, timeLeftSentence } from './text.ts'

const times = {
  startedAt: '2026-01-01T10:00:00.000Z',
  deadline: '2026-01-01T10:02:00.000Z',
  serverNow: '2026-01-01T10:00:30.000Z',
}

const teaching = { correctAnswer: 'a', explanation: 'So it is.', momentSeconds: null }
const attempt: Attempt = {
  _id: 'attempt-1',
  videoTitle: 'The Lantern',
  ageCategory: '11-20',
  ...times,
  seconds: 120,
  questions: ['q1', 'q2', 'q3', 'q4'].map((id) => ({
    _id: id,
    question: `${id}?`,
    options: ['a', 'b', 'c', 'd'],
    pictures: null,
  })),
  answers: [{ triviaId: 'q1', answer: 'a', correct: true, ...teaching }],
}

function tracked(triviaId: string, answer: string, progress: SendProgress, attemptId = attempt._id): TrackedAnswer {
  const sent: PendingAnswer = {
    studentId: 's',
    attemptId,
    videoId: 'v',
    videoTitle: attempt.videoTitle,
    ageCategory: '11-20',
    deadline: attempt.deadline,
    triviaId,
    answer,
  }
  return { answer: sent, progress }
}

describe('the clock', () => {
  const deadlineMs = Date.parse(times.deadline)
  test('rounds up to whole seconds, so zero means the deadline has passed', () => {
    expect(countTotalSeconds(times)).toBe(120)
    expect(secondsLeft(times, deadlineMs - 90_000)).toBe(90)
    expect(secondsLeft(times, deadlineMs - 89_999)).toBe(90)
    expect(secondsLeft(times, deadlineMs - 1)).toBe(1)
    expect(secondsLeft(times, deadlineMs)).toBe(0)
    expect(secondsLeft(times, deadlineMs + 500_000)).toBe(0)
  })

  test('allows a last answer during the two seconds of grace and no longer', () => {
    expect(isWithinGrace(times, deadlineMs + 1_999)).toBe(true)
    expect(isWithinGrace(times, deadlineMs + 2_000)).toBe(false)
  })

  test('is read out as a sentence', () => {
    expect(timeLeftSentence(84)).toBe('1 minute 24 seconds left')
    expect(timeLeftSentence(120)).toBe('2 minutes left')
    expect(timeLeftSentence(61)).toBe('1 minute 1 second left')
    expect(timeLeftSentence(0)).toBe('0 seconds left')
  })
})

describe('the steps of a quiz', () => {
  test('take the answer from the server, or else the pending one', () => {
    const steps = buildSteps(attempt, [
      tracked('q2', 'b', { state: 'offline' }),
      tracked('q3', 'c', { state: 'saved', correct: false }),
    ])
    expect(steps.map(({ status }) => status)).toEqual([
      { kind: 'saved', answer: 'a', correct: true, ...teaching },
      { kind: 'pending', answer: 'b', delay: 'offline' },
      { kind: 'saved', answer: 'c', correct: false },
      { kind: 'open' },
    ])
  })

  test('do not show whether an answer is correct before the server has replied', () => {
    for (const state of ['sending', 'slow', 'offline'] as const) {
      const [, step] = buildSteps(attempt, [tracked('q2', 'b', { state })])
      expect(step?.status).not.toHaveProperty('correct')
    }
  })

  test('keep the refusal next to the answer that another device gave', () => {
    const [step] = buildSteps(attempt, [tracked('q1', 'd', { state: 'refused', code: 'already_answered' })])
    expect(step?.status).toEqual({ kind: 'saved', answer: 'a', correct: true, ...teaching })
    expect(step?.refusal).toBe('already_answered')
  })

  test('ignore answers to another attempt', () => {
    const steps = buildSteps(attempt, [tracked('q2', 'b', { state: 'saved', correct: true }, 'attempt-0')])
    expect(steps[1]?.status.kind).toBe('open')
  })

  test('resume at the first question without an answer, counting pending answers as given', () => {
    expect(findStepToResume(buildSteps(attempt, []))).toBe(1)
    expect(findStepToResume(buildSteps(attempt, [tracked('q2', 'b', { state: 'sending' })]))).toBe(2)
    const all = ['q2', 'q3', 'q4'].map((id) => tracked(id, 'b', { state: 'slow' }))
    expect(findStepToResume(buildSteps(attempt, all))).toBe(3)
    expect(findStepToResume([])).toBe(0)
  })

  test('are shown as one square each', () => {
    const steps = buildSteps(attempt, [
      tracked('q2', 'b', { state: 'saved', correct: false }),
      tracked('q3', 'c', { state: 'offline' }),
    ])
    expect(toSquares(steps, 3)).toEqual(['done', 'wrong', 'pending', 'now'])
    expect(describeProgress(steps)).toBe('3 of 4 answered, 1 waiting for network')
    expect(countPending(steps)).toBe(1)
  })
})

describe('keys', () => {
  test('1 to 4 and A to D, in either case, choose an option; other keys do not', () => {
    expect(['1', '4', 'a', 'D'].map((key) => parseOptionKey(key, 4))).toEqual([0, 3, 0, 3])
    expect(['0', '5', 'e', 'Enter', '', '12', 'ab'].map((key) => parseOptionKey(key, 4))).toEqual(
      Array(7).fill(undefined),
    )
    expect(parseOptionKey('4', 3)).toBeUndefined()
  })
})

describe('sentences', () => {
  test('are exact about scores, reviews and refusals', () => {
    expect(scoreSentence({ score: 30, maxScore: 50 })).toBe('You scored 30 out of 50')
    expect(reviewTitle({ title: 'The Lantern', ageCategory: '5-10' })).toBe('Quiz Review for The Lantern (5-10)')
    expect(describeRefusal('already_answered')).toBe(quizText.alreadyAnswered)
    expect(describeRefusal('question_not_found')).toBe('Error submitting answer for this question.')
  })

  test('count late answers', () => {
    expect(text.lateAnswers(1)).toBe('1 answer reached us after the quiz had ended and does not count.')
    expect(text.lateAnswers(2)).toBe('2 answers reached us after the quiz had ended and do not count.')
  })
})

test.each([
  [{ isTimeUp: true, isFinished: false, finish: { isSuccess: true } }, 'Time is up.'],
  // The time ran out while the student looked at the result.
  [{ isTimeUp: true, isFinished: true, finish: { isSuccess: true } }, text.finished],
  [{ isTimeUp: false, isFinished: true, finish: { isSuccess: false } }, quizText.quizCompleted],
])('%j ended: %s', (ended, sentence) => {
  expect(describeEnd(ended)).toBe(sentence)
})
