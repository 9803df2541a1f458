// The quiz for students: its questions, the only attempt, the review and the history.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { GuardianPause, ReportForm, reportOutcomes, reportReasons } from './forms.ts'
import * as field from '../kernel/fields.ts'
import { OPTION_LENGTH } from './rules.ts'
import { Maintenance } from '../maintenance/endpoints.ts'
import { commonText } from '../kernel/text.ts'
import { quizText } from './text.ts'
import { voids } from './voids.ts'

// The streak of days with a quiz: the states of a day, and the pauses that a guardian or an admin may set.

/** Who may set a pause. */
export const pauseSetters = ['admin', 'guardian'] as const

/** `done`: a quiz was taken. `rest`: the free day of a week. `pause`: part of a pause. `open`: no quiz, or today before the quiz. */
export const streakDayStates = ['done', 'rest', 'pause', 'open'] as const
export type StreakDayState = (typeof streakDayStates)[number]

export const StreakDay = z.object({ day: z.string(), state: z.enum(streakDayStates) }).meta({ id: 'StreakDay' })
export type StreakDay = z.infer<typeof StreakDay>

export const StreakPause = z
  .object({ _id: z.string(), from: z.string(), to: z.string(), setBy: z.enum(pauseSetters) })
  .meta({ id: 'StreakPause' })
export type StreakPause = z.infer<typeof StreakPause>

export const pauseAsGuardian = endpoint({
  group: 'Accounts',
  method: 'POST',
  path: '/student/guardian-consent/pause',
  who: 'anyone',
  summary: "A parent or guardian pauses a child's streak by the mailed link, for illness or exams",
  body: GuardianPause,
  reply: z.object({ message: z.string() }),
  fails: ['token_invalid', 'not_found'],
})

// A student reports a problem with a question in the review of a finished attempt.

/** The answer to all students who reported a question. */
export const ReportAnswer = z
  .object({ outcome: z.enum(reportOutcomes), text: z.string(), answeredAt: field.instant })
  .meta({ id: 'ReportAnswer' })
export type ReportAnswer = z.infer<typeof ReportAnswer>

/** A report as seen by the student who made it. `text` is null if the student wrote nothing. */
export const QuestionReport = z
  .object({
    reason: z.enum(reportReasons),
    text: z.string().nullable(),
    reportedAt: field.instant,
    answer: ReportAnswer.nullable(),
  })
  .meta({ id: 'QuestionReport' })
export type QuestionReport = z.infer<typeof QuestionReport>

export const reportQuestion = endpoint({
  group: 'Trivia',
  method: 'POST',
  path: '/api/trivia/video/:videoTitle/:ageCategory/questions/:triviaId/report',
  who: 'student',
  summary: "Reports a question of the student's own locked attempt, once; the same report sent again changes nothing",
  params: z.object({ videoTitle: field.videoTitleParam, ageCategory: field.ageCategory, triviaId: field.id }),
  body: ReportForm,
  reply: z.object({ message: z.string(), report: QuestionReport }),
  fails: ['video_not_found', 'not_found', 'attempt_open', 'question_not_found', 'already_reported'],
})

const group = 'Trivia'
const unauthorised = commonText.mustBeLoggedInToAnswer
const quizParams = z.object({ videoTitle: field.videoTitleParam, ageCategory: field.ageCategory })

export const PublicQuestion = z
  .object({
    _id: z.string(),
    question: z.string(),
    options: z.array(z.string()),
    videoTitle: z.string(),
    ageCategory: field.ageCategory,
  })
  .meta({ id: 'PublicQuestion' })

export const listQuestions = endpoint({
  group,
  method: 'GET',
  path: '/api/trivia/video/:videoTitle/:ageCategory',
  who: 'anyone',
  summary: 'The questions of a video that the caller is asked in an age category, without their correct answers',
  params: quizParams,
  reply: z.array(PublicQuestion),
  fails: ['video_not_found', 'payment_needed'],
})

/**
 * A link to each option's picture, in the order of the options; null for a question without pictures. The links stop working
 * when the session ends.
 */
export const optionPictures = z.array(z.string()).nullable()

/** What a student sees about a question after answering it. */
const teaching = {
  correctAnswer: z.string(),
  /** Why the correct answer is correct; null if there is no explanation. */
  explanation: z.string().nullable(),
  /** The moment in the video that shows the answer, in seconds; null if none is set. */
  momentSeconds: z.number().int().nullable(),
  /** Who gets the points if the question is void. Missing if it counts. */
  voided: z.enum(voids).optional(),
}

/** A running attempt as the student sees it. The server chooses the order and sets the deadline. */
export const Attempt = z
  .object({
    _id: z.string(),
    videoTitle: z.string(),
    ageCategory: field.ageCategory,
    startedAt: field.instant,
    /** The student's time for the quiz. After maintenance, `deadline` is further from `startedAt` than this. */
    seconds: z.number().int(),
    deadline: field.instant,
    /** The server's time of the reply. The page counts down from it, because phone clocks are often wrong. */
    serverNow: field.instant,
    questions: z.array(
      z.object({ _id: z.string(), question: z.string(), options: z.array(z.string()), pictures: optionPictures }),
    ),
    answers: z.array(z.object({ triviaId: z.string(), answer: z.string(), correct: z.boolean(), ...teaching })),
  })
  .meta({ id: 'Attempt' })
export type Attempt = z.infer<typeof Attempt>

export const readQuizTime = endpoint({
  group,
  method: 'GET',
  path: '/api/trivia/video/:videoTitle/:ageCategory/time',
  who: 'student',
  summary: 'The seconds that an attempt of the caller would get if it started now',
  params: quizParams,
  reply: z.object({ seconds: z.number().int() }),
  fails: ['video_not_found', 'payment_needed'],
})

export const startAttempt = endpoint({
  group,
  method: 'POST',
  path: '/api/trivia/video/:videoTitle/:ageCategory/start',
  who: 'student',
  summary: 'Starts the one attempt, or returns the running one with the same deadline and order',
  unauthorised,
  params: quizParams,
  reply: Attempt,
  fails: ['video_not_found', 'payment_needed', 'no_questions', 'quiz_completed', 'other_category', 'maintenance'],
})

export const AnswerForm = z.strictObject({
  triviaId: z.string(quizText.selectAnswer).min(1, quizText.selectAnswer).max(100),
  answer: z
    .string(quizText.selectAnswer)
    .trim()
    .min(1, quizText.selectAnswer)
    .max(OPTION_LENGTH, quizText.selectAnswer),
})

/** Repeating the same answer returns the same reply, so phones can safely retry. */
export const AnswerResult = z
  .object({
    message: z.string(),
    correct: z.boolean(),
    points: z.number().int(),
    triviaId: z.string(),
    answer: z.string(),
    ...teaching,
  })
  .meta({ id: 'AnswerResult' })
export type AnswerResult = z.infer<typeof AnswerResult>

export const answerQuestion = endpoint({
  group,
  method: 'POST',
  path: '/api/trivia/video/:videoTitle/:ageCategory/answer',
  who: 'student',
  summary: 'Answers one question, once. The first answer starts the attempt if none is running',
  unauthorised,
  params: quizParams,
  body: AnswerForm,
  reply: AnswerResult,
  fails: [
    'video_not_found',
    'question_not_found',
    'payment_needed',
    'already_answered',
    'time_is_up',
    'quiz_completed',
    'other_category',
    'maintenance',
  ],
})

export const finishAttempt = endpoint({
  group,
  method: 'POST',
  path: '/api/trivia/video/:videoTitle/:ageCategory/finish',
  who: 'student',
  summary: 'Locks the attempt. Locking it again changes nothing',
  unauthorised,
  params: quizParams,
  reply: z.object({ score: z.number().int(), maxScore: z.number().int(), lockedAt: field.instant }),
  fails: ['video_not_found', 'not_found', 'quiz_completed', 'maintenance'],
})

export const Review = z
  .object({
    title: z.string(),
    ageCategory: field.ageCategory,
    score: z.number().int(),
    maxScore: z.number().int(),
    lockedAt: field.instant,
    questions: z.array(
      z.object({
        _id: z.string(),
        question: z.string(),
        ...teaching,
        /** A former correct answer that still counts. */
        alsoCorrect: z.string().nullable(),
        /** When the correct answer was changed after the quiz, and the previous one. */
        corrected: z.object({ from: z.string(), at: field.instant }).nullable(),
        answer: z.string().nullable(),
        correct: z.boolean(),
        /** Links to the pictures of the correct answer and of the student's own; null if there are no pictures or no answer. */
        correctPicture: z.string().nullable(),
        answerPicture: z.string().nullable(),
        /** What the student reported about this question. */
        report: QuestionReport.nullable(),
      }),
    ),
  })
  .meta({ id: 'Review' })
export type Review = z.infer<typeof Review>

export const reviewAttempt = endpoint({
  group,
  method: 'GET',
  path: '/api/trivia/video/:videoTitle/:ageCategory/review',
  who: 'student',
  summary: 'The score and correct answers of a locked attempt; 403 while it is running',
  unauthorised,
  params: quizParams,
  reply: Review,
  fails: ['video_not_found', 'not_found', 'attempt_open', 'quiz_completed'],
})

/**
 * What an attempt changed on the leaderboard. `rankBefore` is null if the attempt put the student on the board; `passed` is the
 * student directly behind who was not behind before.
 */
export const AttemptMovement = z
  .object({ rankBefore: z.number().int().nullable(), rankNow: z.number().int(), passed: z.string().nullable() })
  .meta({ id: 'AttemptMovement' })
export type AttemptMovement = z.infer<typeof AttemptMovement>

export const readMovement = endpoint({
  group,
  method: 'GET',
  path: '/api/trivia/video/:videoTitle/:ageCategory/movement',
  who: 'student',
  summary:
    "The student's movement on the leaderboard by an attempt that was just finished; null if there is nothing to show",
  unauthorised,
  params: quizParams,
  reply: z.object({ movement: AttemptMovement.nullable() }),
  fails: ['video_not_found', 'not_found', 'quiz_completed'],
})

export const AttemptSummary = z
  .object({
    _id: z.string(),
    videoId: z.string(),
    videoTitle: z.string(),
    /** False if the video was deleted or, once the attempt is over, withdrawn: the score remains, but there is no review. */
    hasVideo: z.boolean(),
    ageCategory: field.ageCategory,
    state: z.enum(['running', 'locked']),
    score: z.number().int(),
    maxScore: z.number().int(),
    startedAt: field.instant,
    seconds: z.number().int(),
    deadline: field.instant,
    lockedAt: z.nullable(field.instant),
  })
  .meta({ id: 'AttemptSummary' })
export type AttemptSummary = z.infer<typeof AttemptSummary>

export const listAttempts = endpoint({
  group,
  method: 'GET',
  path: '/api/trivia/attempts',
  who: 'student',
  summary: 'The quizzes the student has started, newest first, with their scores',
  unauthorised,
  reply: z.object({
    attempts: z.array(AttemptSummary),
    /** Quizzes that cannot be taken, because an erased account with the same email had started them. */
    formerQuizzes: z.array(z.object({ videoId: z.string(), ageCategory: field.ageCategory })),
    /**
     * The server's time of the reply, from which the page counts down to the deadline of a running attempt. It does not advance
     * during maintenance.
     */
    serverNow: field.instant,
    /** Planned or current maintenance. */
    maintenance: Maintenance.nullable(),
    streakDays: z.number().int(),
    /** The last seven days, today last. */
    streakWeek: z.array(StreakDay),
  }),
})
