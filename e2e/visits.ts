// The kind of visitor for each page, and the data that the page needs, so that every page has something to show.
import { findPage } from '@baobab/contract/kernel/pages.ts'
import { checkPayment, initializePayment, makePayLink } from '@baobab/contract/payments/endpoints.ts'
import * as quiz from '@baobab/contract/quiz/endpoints.ts'
import { reportQuestion } from '@baobab/contract/quiz/endpoints.ts'
import * as videos from '@baobab/contract/videos/endpoints.ts'
import { ADMIN, asAdmin, makeStudent } from './people.ts'

export type Visitor = 'anyone' | 'student' | 'admin'
export type Visits = {
  keys: Record<Visitor, Record<string, string>>
  /** The video whose quiz the student has taken. */
  videoId: string
  /** A video whose quiz the student has not started. */
  untakenId: string
  username: string
  /** The quiz that the student has taken. */
  attemptId: string
  /** Another student, for pages about two students. */
  otherUsername: string
  payLink: string
  /** The reference of another student's payment. */
  reference: string
  /** The reference of the student's own pending payment. */
  ownReference: string
}

/** Returns the kind of visitor that a page is for. */
export function visitorOf(path: string): Visitor {
  const { who = 'anyone' } = findPage(path.split('?')[0] ?? '') ?? {}
  return who === 'anyone' || who === 'student' ? who : 'admin'
}

const ofOneVideo = new Set([
  '/student/videos',
  '/student/review',
  '/admin/trivia',
  '/admin/trivia/page',
  '/admin/trivia/write',
])

/** A quiz's page again, this time with the result of a taken quiz. */
export const RESULT_PAGE = '/student/trivia/page?result'

/** Returns a page's path with the query that makes it show data. */
export function addressOf(
  path: string,
  { videoId, untakenId, username, attemptId, otherUsername, payLink, reference, ownReference }: Omit<Visits, 'keys'>,
): string {
  if (path === RESULT_PAGE) return `/student/trivia/page?video=${videoId}`
  if (path === '/pay-for-child') return payLink
  if (path === '/student/trivia/page') return `${path}?video=${untakenId}`
  if (path === '/student/successss') return `${path}?reference=${ownReference}`
  if (path === '/admin/payment') return `${path}?reference=${reference}`
  if (path === '/admin/student/merge') return `${path}?from=${otherUsername}&into=${username}`
  if (path === '/admin/attempt') return `${path}?id=${attemptId}`
  if (path === '/admin/student/points') return `${path}?username=${username}`
  if (path === '/admin/student') return `${path}?username=${username}`
  return ofOneVideo.has(path) ? `${path}?video=${videoId}` : path
}

/** Creates a student who has taken a quiz and reported one of its questions, and logs the first admin in. */
export async function prepareVisits(productUrl: string): Promise<Visits> {
  const student = await makeStudent(productUrl)
  const { token } = await asAdmin(productUrl)
  const [video, untaken] = await student.call(videos.listVideos, {})
  if (!video || !untaken) throw new Error('The product has no starter videos.')
  const params = { videoTitle: video.title, ageCategory: '11-20' } as const
  const attempt = await student.call(quiz.startAttempt, { params })
  for (const { _id: triviaId, options } of attempt.questions)
    await student.call(quiz.answerQuestion, { params, body: { triviaId, answer: options[0] ?? '' } })
  const reported = { ...params, triviaId: attempt.questions[0]?._id ?? '' }
  await student.call(reportQuestion, { params: reported, body: { reason: 'unclear', text: 'Which of the two?' } })
  const { username, email, studentId } = student
  const payer = await makeStudent(productUrl)
  const { reference } = await payer.call(initializePayment, { body: {} })
  const { reference: ownReference } = await student.call(initializePayment, { body: {} })
  // Checks the payment now, so that the first page that checks it learns nothing new and does not repeat its requests.
  await student.call(checkPayment, { body: { reference: ownReference } })
  const { pathname, search } = new URL((await student.call(makePayLink, {})).url)
  return {
    videoId: video._id,
    untakenId: untaken._id,
    username,
    attemptId: attempt._id,
    otherUsername: payer.username,
    payLink: pathname + search,
    reference,
    ownReference,
    keys: {
      anyone: {},
      student: { authToken: student.token, username, email, studentId, ageCategory: '11-20' },
      admin: { adminAuthToken: token, adminUsername: ADMIN.username },
    },
  }
}
